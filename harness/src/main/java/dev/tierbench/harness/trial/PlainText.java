package dev.tierbench.harness.trial;

/** Text of a run folder as it is printed: on one line, and without codes that a terminal obeys. */
public final class PlainText {

  private PlainText() {}

  /** The text with a question mark for each control or format character. */
  public static String of(Object value) {
    return String.valueOf(value).replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
  }
}
