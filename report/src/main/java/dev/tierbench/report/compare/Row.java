package dev.tierbench.report.compare;

import dev.tierbench.metrics.Better;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Sample;
import java.util.Comparator;
import java.util.Optional;

/**
 * One row of a comparison with the result of its test.
 *
 * @param trials of both sides in the cells of the row
 * @param better the direction of its values
 * @param negligible both sides are too small for their ratio to matter
 * @param noise what this host makes of no difference at all, a share; empty when not measured
 */
public record Row(
    RowKey key,
    Sample a,
    Sample b,
    TrialCounts trials,
    Better better,
    boolean negligible,
    Optional<Double> noise,
    DifferenceResult result) {

  /** What clears the threshold first, the worst on top. */
  static final Comparator<Row> WORST_FIRST =
      Comparator.comparing((Row row) -> row.result().conclusion())
          .thenComparing(Row::negligible)
          .thenComparing(Comparator.comparingDouble(Row::size).reversed());

  /** Whether its trials do not decide it. */
  boolean isOpen() {
    return result.conclusion() == Conclusion.INCONCLUSIVE
        || result.conclusion() == Conclusion.ONE_TRIAL
        || isUnmeasured();
  }

  /** Whether one side has no value although it could: threads of a role that it lacks have none. */
  boolean isUnmeasured() {
    return result.conclusion() == Conclusion.NOT_MEASURED && key.role().isEmpty();
  }

  /**
   * The share of A by which B may be worse at most, by the end of the interval at which it is the
   * worst. Not more than 0 says that it is better; empty without an interval.
   */
  Optional<Double> worseByAtMost() {
    return result.interval().map(of -> better == Better.HIGHER ? 1 - of.low() : of.high() - 1);
  }

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
