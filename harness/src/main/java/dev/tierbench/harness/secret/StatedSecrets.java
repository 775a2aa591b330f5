package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Refuses a descriptor that states a secret, or would show one, and masks those that it lists. */
public final class StatedSecrets {

  private static final Pattern USER = Pattern.compile("^https?://[^/?#]*@");
  private static final Pattern PARAMETER = Pattern.compile("([?&])([^=&#]+)=([^&#]*)");

  private final Set<String> listed;
  private final DescriptorSource.Masking masking = new DescriptorSource.Masking();

  private StatedSecrets(Set<String> listed) {
    this.listed = listed;
  }

  /** A descriptor without a secret in it. */
  public record Checked(ServerDescriptor server, DescriptorSource source) {}

  /**
   * Checks a descriptor as its file has it.
   *
   * @throws IOException naming descriptor and field, and what to write instead; never the value
   */
  public static Checked check(Path file, ServerDescriptor server) throws IOException {
    Set<String> listed = server.mask().stream().map(SecretNames::plain).collect(Collectors.toSet());
    StatedSecrets check = new StatedSecrets(listed);
    try {
      ServerDescriptor masked = check.masked(server);
      return new Checked(masked, new DescriptorSource(file, check.masking.values()));
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Requires that words which end on a command line have no secret.
   *
   * @throws IllegalArgumentException naming the option that has one
   */
  public static void requireNone(String field, List<String> words) {
    if (words.stream().anyMatch(SecretReference::isIn)) {
      throw new IllegalArgumentException(
          field
              + ": a secret does not belong on a command line, which others can read: pass it in"
              + " 'env'");
    }
    SecretWords.first(words)
        .ifPresent(name -> {
          throw new IllegalArgumentException(
              ("%s: %s would be on a command line, which others can read: pass it in 'env' as"
                      + " ${ENV:NAME}, or in a file of arguments (@FILE)")
                  .formatted(field, name));
        });
  }

  private ServerDescriptor masked(ServerDescriptor server) {
    requireNone("command", server.command());
    requireNone("options", server.options());
    requireNone("build", server.buildCommand());
    requireNone("verify_options", server.verifyOptions());
    requireNone("vary", List.copyOf(server.vary().values()));
    List<String> headers = new ArrayList<>();
    server.headers().forEach(line -> headers.add(header(line)));
    Map<String, String> env = new LinkedHashMap<>();
    server.env().forEach((name, value) -> env.put(name, variable(name, value)));
    Optional<String> url = server.url().map(text -> url("url", text));
    Optional<String> health = server.health().map(text -> url("health", text));
    if (server.asksEcho() && health.filter(SecretReference::isIn).isPresent()) {
      throw new IllegalArgumentException("health: the contract knows no secret: leave it out");
    }
    return server.with(next -> next.headers(headers).env(env).url(url).health(health));
  }

  private String header(String line) {
    int colon = line.indexOf(':');
    String name = line.substring(0, colon);
    String value = line.substring(colon + 1).strip();
    String kept = kept("headers: " + name, name, value);
    return kept.equals(value) ? line : name + ": " + kept;
  }

  private String variable(String name, String value) {
    String field = "env " + name;
    String kept = kept(field, name, value);
    if (!kept.equals(value)) {
      if (ServerDescriptor.PLACEHOLDERS.stream().anyMatch(value::contains)) {
        throw new IllegalArgumentException(
            field
                + ": a value with a placeholder cannot be masked: write its secret as ${ENV:NAME}");
      }
      return kept;
    }
    SecretWords.optionOf(value)
        .ifPresent(option -> {
          throw new IllegalArgumentException(
              ("%s: %s shows in the command line, the log and profiles of a JVM: pass it as a"
                      + " variable of its own, or in a file of arguments (@FILE)")
                  .formatted(field, option));
        });
    SecretWords.inUrl(value).ifPresent(part -> refuse(field + ": " + part));
    return value;
  }

  private String url(String field, String text) {
    if (USER.matcher(text).find()) {
      throw new IllegalArgumentException(
          field
              + ": no client of a sweep sends 'user:password@': give it as a header,"
              + " 'Authorization: Basic ${ENV:NAME}'");
    }
    List<SecretReference> unused = SecretReference.in(text);
    Matcher parameters = PARAMETER.matcher(text);
    return parameters.replaceAll(found -> {
      String name = found.group(2);
      String value = URLDecoder.decode(found.group(3), StandardCharsets.UTF_8);
      String kept = kept(field + ": " + name, name, value);
      String shown = kept.equals(value) ? found.group(3) : kept;
      return Matcher.quoteReplacement(found.group(1) + name + "=" + shown);
    });
  }

  /**
   * A value that is no secret or only refers to one; a reference in its place when it is listed.
   */
  private String kept(String field, String name, String value) {
    if (!SecretReference.in(value).isEmpty() || value.isEmpty()) {
      return value;
    }
    if (listed.contains(SecretNames.plain(name))) {
      return masking.mask(name, value);
    }
    if (SecretNames.isSecret(name, value)) {
      refuse(field);
    }
    return value;
  }

  private static void refuse(String where) {
    throw new IllegalArgumentException(
        where
            + " states a secret: write ${ENV:NAME} or ${FILE:path} in its place, or list its name in"
            + " 'mask'");
  }
}
