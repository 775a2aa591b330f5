package dev.tierbench.report.stats;

import java.util.Locale;

/** What is said of B against A, in one row of a comparison. */
public enum Finding {
  WORSE("worse"),
  BETTER("better"),
  INCONCLUSIVE("inconclusive"),
  EQUIVALENT("equivalent"),
  ONE_TRIAL("one trial: no verdict"),
  NOT_MEASURED("not measured");

  private final String words;

  Finding(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /** The name for JSON, CSV and a style. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
