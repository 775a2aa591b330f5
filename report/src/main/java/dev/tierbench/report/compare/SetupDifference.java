package dev.tierbench.report.compare;

/**
 * Something beside the figures in which two sides differ.
 *
 * @param decides whether it makes the figures hard to compare; the source is what people compare
 */
public record SetupDifference(String what, String a, String b, boolean decides) {

  public String line() {
    return what + ": " + a + " | " + b;
  }
}
