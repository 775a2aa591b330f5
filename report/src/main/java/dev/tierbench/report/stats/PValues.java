package dev.tierbench.report.stats;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;

/**
 * The two-sided p-values of the hypothesis that two samples do not differ.
 *
 * @param mannWhitney by ranks, exact; empty below {@value #RANKS} trials a side, where its least
 *     p-value is above 5 % whatever the trials say
 * @param welch of the logarithms (of the values themselves when one is not positive); has no least
 *     p-value, so it can be corrected for the number of rows; empty below two trials a side
 */
public record PValues(Optional<Double> mannWhitney, Optional<Double> welch) {

  static final int RANKS = 4;

  static PValues of(Sample a, Sample b) {
    int least = Math.min(a.size(), b.size());
    return new PValues(
        least < RANKS ? Optional.empty() : Optional.of(ranks(a, b)),
        least < 2 ? Optional.empty() : Optional.of(welchOf(a, b)));
  }

  private static double ranks(Sample a, Sample b) {
    if (isConstant(a.toArray()) && a.values().equals(b.values())) {
      return 1;
    }
    return MannWhitneyUTest.withDefaults().test(a.toArray(), b.toArray()).getPValue();
  }

  private static double welchOf(Sample a, Sample b) {
    boolean logs = a.isPositive() && b.isPositive();
    double[] x = logs ? a.logs() : a.toArray();
    double[] y = logs ? b.logs() : b.toArray();
    if (isConstant(x) && isConstant(y)) {
      return x[0] == y[0] ? 1 : 0;
    }
    return TTest.withDefaults().test(x, y).getPValue();
  }

  static boolean isConstant(double[] values) {
    return Arrays.stream(values).allMatch(value -> value == values[0]);
  }
}
