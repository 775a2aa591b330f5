package dev.tierbench.run;

/** Argument checks of the record constructors. */
final class Require {
  private Require() {}

  /**
   * @throws IllegalArgumentException with the formatted message when {@code condition} is false
   */
  static void that(boolean condition, String format, Object... arguments) {
    if (!condition) {
      throw new IllegalArgumentException(String.format(format, arguments));
    }
  }
}
