package dev.tierbench.report.compare;

import dev.tierbench.report.metric.ValidTrials;

/** How many trials of either side count in the cells of a row. */
public record TrialCounts(ValidTrials a, ValidTrials b) {

  /** {@code 3+2 of 3}: of each side the trials that have the value, and of how many. */
  String text(int valuesOfA, int valuesOfB) {
    return text(a, valuesOfA) + "+" + text(b, valuesOfB);
  }

  /** What goes behind a name of both where not every trial counts; empty where all do. */
  public String mark() {
    return a.isEveryOne() && b.isEveryOne()
        ? ""
        : " (valid trials: " + a.text() + " and " + b.text() + ")";
  }

  private static String text(ValidTrials trials, int values) {
    return trials.isEveryOne()
        ? String.valueOf(values)
        : new ValidTrials(values, trials.tried()).text();
  }
}
