package dev.tierbench.run;

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
}
