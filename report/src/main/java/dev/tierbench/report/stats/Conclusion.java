package dev.tierbench.report.stats;

import com.fasterxml.jackson.annotation.JsonValue;
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

  /** Whether the trials decide between A and B. */
  public boolean isDifference() {
    return this == WORSE || this == BETTER;
  }

  /** Whether the trials tell how B compares with A. */
  boolean isFinding() {
    return isDifference() || this == EQUIVALENT;
  }

  /** What it is of A against B. */
  public Conclusion reversed() {
    return switch (this) {
      case WORSE -> BETTER;
      case BETTER -> WORSE;
      case INCONCLUSIVE, EQUIVALENT, ONE_TRIAL, NOT_MEASURED -> this;
    };
  }

  /** The name for JSON, CSV and a style. */
  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
