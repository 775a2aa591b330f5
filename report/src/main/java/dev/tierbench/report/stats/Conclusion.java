package dev.tierbench.report.stats;

import java.util.Locale;

/** How B compares with A in one row of a comparison. */
public enum Conclusion {
  WORSE("worse"),
  BETTER("better"),
  INCONCLUSIVE("inconclusive"),
  EQUIVALENT("equivalent"),
  ONE_TRIAL("one trial: no verdict"),
  NOT_MEASURED("not measured");

  private final String label;

  Conclusion(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** The name for JSON, CSV and a style. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
