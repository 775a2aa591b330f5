package dev.tierbench.report.stats;

import java.util.Optional;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * How many trials a side would decide in 4 of 5 comparisons, if the trials went on to differ as
 * they did: the normal approximation for a difference of two medians.
 */
final class TrialsNeeded {

  /** More than this is a way of saying that trials will not decide it. */
  static final int MOST = 1_000;

  /** Quantiles of the normal distribution for a test at 5 % that decides in 4 of 5 cases. */
  static final double NORMAL_975_AND_80 = 1.96 + 0.84;

  /** A median scatters this much more than a mean, for normal trials. */
  private static final double MEDIAN_TO_MEAN = Math.sqrt(Math.PI / 2);

  private TrialsNeeded() {}

  static Optional<Integer> of(Sample a, Sample b, double threshold) {
    if (!a.isPositive() || !b.isPositive() || Math.min(a.size(), b.size()) < 2) {
      return Optional.empty();
    }
    double difference = Math.abs(Math.log(b.median() / a.median()));
    double margin = Math.abs(difference - Math.log1p(threshold));
    double variances = Variance.of(a.logs()).getAsDouble() + Variance.of(b.logs()).getAsDouble();
    double deviation = Math.sqrt(variances / 2);
    if (margin == 0) {
      return Optional.of(MOST);
    }
    double scaled = NORMAL_975_AND_80 * MEDIAN_TO_MEAN * deviation / margin;
    int needed = (int) Math.min(MOST, Math.ceil(2 * scaled * scaled));
    int more = Math.min(a.size(), b.size()) + 1;
    boolean identical = PValues.isConstant(a.toArray()) || PValues.isConstant(b.toArray());
    return Optional.of(Math.max(needed, identical ? Math.max(more, PValues.RANKS) : more));
  }
}
