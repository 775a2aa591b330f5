package dev.tierbench.report.compare;

import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Sample;
import java.util.Comparator;
import java.util.Optional;

/**
 * One row of a comparison with the result of its test.
 *
 * @param trials of both sides in the cells of the row
 * @param negligible both sides are too small for their ratio to matter
 * @param noise what this host makes of no difference at all, a share; empty when not measured
 */
public record Row(
    RowKey key,
    Sample a,
    Sample b,
    TrialCounts trials,
    boolean negligible,
    Optional<Double> noise,
    DifferenceResult result) {

  /** What clears the threshold first, the worst on top. */
  static final Comparator<Row> WORST_FIRST =
      Comparator.comparing((Row row) -> row.result().conclusion())
          .thenComparing(Row::negligible)
          .thenComparing(Comparator.comparingDouble(Row::size).reversed());

  /** Whether the trials call it worse, and the difference of the hosts may explain that. */
  boolean isOverruledWorse() {
    return result.overruled().filter(Conclusion.WORSE::equals).isPresent();
  }

  /** The row on one line: {@code CPU, µs/req of tomcat-platform @ 800: inconclusive (...)}. */
  public String line() {
    return key.metric() + " of " + key.label() + ": " + ComparisonText.verdict(result);
  }

  /** How far apart the medians are, as a factor of 1 or more. */
  private double size() {
    return result
        .ratio()
        .map(ratio -> ratio > 0 ? Math.max(ratio, 1 / ratio) : Double.MAX_VALUE)
        .orElse(b.isEmpty() || b.median() == 0 ? 0.0 : Double.MAX_VALUE);
  }
}
