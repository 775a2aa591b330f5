package dev.tierbench.harness.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What can be compared in a kind of run, as it is named on a command line.
 *
 * @param option that names them
 * @param aliases by their full names, in order; empty for one that has none
 * @param vary by the full name: by what can be varied of it, the option that does it
 */
public record SubjectNames(
    String option, Map<String, String> aliases, Function<String, Map<String, String>> vary) {

  /** What a command line calls all of them. */
  public static final String EVERY = "all";

  /** The names of subjects that have a descriptor, by their full names. */
  public static <T> SubjectNames of(
      String option,
      Map<String, T> descriptors,
      Function<T, Optional<String>> alias,
      Function<T, Map<String, String>> vary) {
    Map<String, String> aliases = new LinkedHashMap<>();
    descriptors.forEach((name, one) -> aliases.put(name, alias.apply(one).orElse("")));
    return new SubjectNames(option, aliases, name -> vary.apply(descriptors.get(name)));
  }

  /**
   * The full name of a subject.
   *
   * @param text its name or alias
   * @throws IllegalArgumentException naming those that there are
   */
  public String named(String text) {
    return find(text)
        .orElseThrow(() -> new IllegalArgumentException(option + ": " + unknown(text)));
  }

  /** The full name of a subject; empty when there is none of that name or alias. */
  public Optional<String> find(String text) {
    return aliases.entrySet().stream()
        .filter(entry -> entry.getKey().equals(text) || entry.getValue().equals(text))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Says that there is none of that name, and those that there are. */
  public String unknown(String text) {
    return "unknown '"
        + text
        + "': expected one of "
        + aliases.entrySet().stream().map(SubjectNames::label).collect(Collectors.joining(", "))
        + ", or "
        + EVERY;
  }

  private static String label(Map.Entry<String, String> subject) {
    return subject.getValue().isEmpty()
        ? subject.getKey()
        : subject.getValue() + " (" + subject.getKey() + ")";
  }
}
