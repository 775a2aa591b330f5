package dev.tierbench.harness.tier;

import dev.tierbench.harness.secret.SecretValues;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.ShellWord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words that start a tier, and what they add to its environment; no shell reads them.
 *
 * @param environment refers to secrets until {@link #with} puts them in
 * @param hidden the names of those variables that are secrets, and on no command line therefore
 */
public record ServerCommand(
    List<String> program, Map<String, String> environment, Set<String> hidden) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{[a-z]+}");

  public ServerCommand {
    hidden = Set.copyOf(hidden);
  }

  /** Creates a command without secrets, or before they are put in. */
  public ServerCommand(List<String> program, Map<String, String> environment) {
    this(program, environment, Set.of());
  }

  /**
   * A descriptor's command with its places filled in.
   *
   * @param options of a variant, after the server's own
   * @param jvm the options of its JVM
   * @param values of the other placeholders, by their names without braces
   * @throws IllegalArgumentException naming a placeholder that has no value
   */
  static ServerCommand of(
      ServerDescriptor server, List<String> options, List<String> jvm, Map<String, String> values) {
    List<String> program = new ArrayList<>();
    for (String word : server.command()) {
      if (word.equals(ServerDescriptor.JVM)) {
        program.addAll(jvm);
      } else {
        program.add(filled(word, jvm, values));
      }
    }
    server.options().forEach(option -> program.add(filled(option, jvm, values)));
    program.addAll(options);
    Map<String, String> environment = new LinkedHashMap<>();
    server.env().forEach((name, value) -> environment.put(name, filled(value, jvm, values)));
    return new ServerCommand(program, environment);
  }

  private static String filled(String word, List<String> jvm, Map<String, String> values) {
    return filled(word.replace(ServerDescriptor.JVM, String.join(" ", jvm)), values);
  }

  /** A text with its placeholders replaced by those values; as above. */
  static String filled(String text, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found.group(), values)));
  }

  private static String value(String placeholder, Map<String, String> values) {
    String value = values.get(placeholder.substring(1, placeholder.length() - 1));
    if (value == null) {
      throw new IllegalArgumentException(
          "unknown " + placeholder + ": expected " + ServerDescriptor.PLACEHOLDERS);
    }
    return value;
  }

  /** The same with the secrets that its environment refers to. */
  ServerCommand with(SecretValues secrets) {
    Map<String, String> resolved = new LinkedHashMap<>();
    Set<String> found = new HashSet<>();
    environment.forEach((name, value) -> {
      resolved.put(name, secrets.in(value));
      if (SecretReference.isIn(value)) {
        found.add(name);
      }
    });
    return new ServerCommand(program, resolved, found);
  }

  /** The same with one more variable, whose value is a secret. */
  ServerCommand withHidden(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.put(name, value);
    Set<String> secret = new HashSet<>(hidden);
    secret.add(name);
    return new ServerCommand(program, all, secret);
  }

  /** The variables that others may read. */
  public Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>(environment);
    shown.keySet().removeAll(hidden);
    return shown;
  }

  /** The command as it could be typed. */
  String text() {
    List<String> words = new ArrayList<>();
    environment.forEach((name, value) -> words.add(name + "=" + ShellWord.quoted(value)));
    program.forEach(word -> words.add(ShellWord.quoted(word)));
    return String.join(" ", words);
  }
}
