package dev.tierbench.report.stats;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;

/**
 * The two-sided p-values of the hypothesis that two samples do not differ.
 *
 * @param mannWhitney by ranks, exact; empty below {@value #RANKS} trials a side, where its least
 *     p-value is above 5 % whatever the trials say
 * @param welch of the logarithms (of the values themselves when one is not positive); of continuous
 *     values it has no least p-value, so it can be corrected for the number of rows. A side whose
 *     trials are identical shows no scatter, which few trials of a whole-numbered value may do by
 *     chance: it is no surer than a permutation test can be. Of rounds, the paired t test of their
 *     ratios. Empty below two trials a side
 */
public record PValues(Optional<Double> mannWhitney, Optional<Double> welch) {

  static final int RANKS = 4;

  static PValues of(SamplePair pair) {
    return pair.rounds()
        .map(rounds -> new PValues(Optional.empty(), Optional.of(rounds.pValue())))
        .orElseGet(() ->
            pair.apart()
                ? new PValues(Optional.empty(), Optional.empty())
                : of(pair.a(), pair.b()));
  }

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
      return x[0] == y[0] ? 1 : leastOfPermutations(a.size(), b.size());
    }
    double p = TTest.withDefaults().test(x, y).getPValue();
    return isConstant(x) || isConstant(y)
        ? Math.max(p, leastOfPermutations(a.size(), b.size()))
        : p;
  }

  /** The least two-sided p-value of a permutation test: 2 of all ways to draw the trials of a. */
  static double leastOfPermutations(int ofA, int ofB) {
    return 2 * HypergeometricDistribution.of(ofA + ofB, ofA, ofA).probability(ofA);
  }

  static boolean isConstant(double[] values) {
    return Arrays.stream(values).allMatch(value -> value == values[0]);
  }
}
