package dev.tierbench.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Argument checks of the record constructors. */
public final class Require {
  private static final int MOST_COLOURS = 100;

  private Require() {}

  /**
   * Refuses an argument.
   *
   * @throws IllegalArgumentException with the message when {@code condition} is false
   */
  public static void that(boolean condition, Supplier<String> message) {
    if (!condition) {
      throw new IllegalArgumentException(message.get());
    }
  }

  /** Refuses a field without a value. */
  public static void present(String field, Object value) {
    that(
        value != null && !(value instanceof String text && text.isBlank()),
        () -> "'" + field + "' is needed");
  }

  /** Refuses a place among the colours that there cannot be. */
  public static void colour(Optional<Integer> colour) {
    that(
        colour.orElse(0) >= 0 && colour.orElse(0) < MOST_COLOURS,
        () -> "invalid colour " + colour.get() + ": expected 0 to " + (MOST_COLOURS - 1));
  }

  /** Refuses values that are not positive or do not rise. */
  public static void positiveAndRising(String what, List<Integer> values) {
    that(
        values.stream().allMatch(value -> value > 0)
            && values.stream().sorted().distinct().toList().equals(values),
        () -> what + " must be positive and rise");
  }
}
