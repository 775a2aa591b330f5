package dev.tierbench.run;

import java.util.List;
import java.util.function.Supplier;

/** Argument checks of the record constructors. */
final class Require {
  private Require() {}

  /**
   * @throws IllegalArgumentException with the message when {@code condition} is false
   */
  static void that(boolean condition, Supplier<String> message) {
    if (!condition) {
      throw new IllegalArgumentException(message.get());
    }
  }

  static void positiveAndRising(String what, List<Integer> values) {
    that(
        values.stream().allMatch(value -> value > 0)
            && values.stream().sorted().distinct().toList().equals(values),
        () -> what + " must be positive and rise");
  }
}
