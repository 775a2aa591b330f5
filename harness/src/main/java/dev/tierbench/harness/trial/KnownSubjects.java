package dev.tierbench.harness.trial;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be compared in a kind of run, as it is named on a command line. */
public interface KnownSubjects {

  /** What a command line calls all of them. */
  String EVERY = "all";

  /** The option that names them. */
  String option();

  /** Their full names, in order, each with its alias if it has one. */
  Map<String, String> aliases();

  /** By the name of what can be varied of a subject, the option that does it. */
  Map<String, String> vary(String name);

  /**
   * The full name of a subject.
   *
   * @param text its name or alias
   * @throws IllegalArgumentException naming those that there are
   */
  default String named(String text) {
    return find(text)
        .orElseThrow(() -> new IllegalArgumentException(option() + ": " + unknown(text)));
  }

  /** The full name of a subject; empty when there is none of that name or alias. */
  default Optional<String> find(String text) {
    return aliases().entrySet().stream()
        .filter(entry -> entry.getKey().equals(text) || entry.getValue().equals(text))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Says that there is none of that name, and those that there are. */
  default String unknown(String text) {
    return "unknown '"
        + text
        + "': expected one of "
        + aliases().entrySet().stream().map(KnownSubjects::label).collect(Collectors.joining(", "))
        + ", or "
        + EVERY;
  }

  private static String label(Map.Entry<String, String> subject) {
    return subject.getValue().isEmpty()
        ? subject.getKey()
        : subject.getValue() + " (" + subject.getKey() + ")";
  }

  default List<String> names() {
    return List.copyOf(aliases().keySet());
  }
}
