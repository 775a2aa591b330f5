package dev.tierbench.report.compare;

/**
 * Something other than the values in which two sides differ.
 *
 * @param decides whether it makes the values hard to compare; the source is what people compare
 */
public record SetupDifference(String what, String a, String b, boolean decides) {

  public String line() {
    return what + ": " + a + " | " + b;
  }
}
