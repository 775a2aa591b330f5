package dev.tierbench.report.folder;

import java.util.Locale;

/** What a step is worth. Only {@link #VALID} enters a value of several trials. */
public enum StepState {
  VALID("valid"),
  FAILED("FAIL"),
  UNREADABLE("files unreadable"),
  UNJUDGED("no verdict"),
  /** A cell of a suite that was only predicted, or refused, or that ended as was predicted. */
  NOT_MEASURED("predicted or refused"),
  MISSING("not run");

  private final String label;

  StepState(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
