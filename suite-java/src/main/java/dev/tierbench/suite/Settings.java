package dev.tierbench.suite;

import java.util.Map;
import java.util.Optional;

/**
 * What an implementation is opened for: its case, its size and named values of the command line.
 */
public record Settings(Case studyCase, int size, Map<String, String> values) {

  public Settings {
    values = Map.copyOf(values);
    if (size < 1) {
      throw new IllegalArgumentException("size is " + size + "; at least 1 is needed");
    }
  }

  /** The value of a name, if one was given. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** The whole number of a name, or the given one where the name has no value. */
  public int number(String name, int otherwise) {
    return text(name).map(Integer::parseInt).orElse(otherwise);
  }
}
