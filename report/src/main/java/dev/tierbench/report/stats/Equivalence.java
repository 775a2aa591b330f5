package dev.tierbench.report.stats;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.TTest;

/**
 * Whether two positive samples differ by less than a threshold: two one-sided tests (Schuirmann
 * 1987), Welch's of the logarithms. Few trials that happen to lie close together do not pass.
 */
final class Equivalence {
  private Equivalence() {}

  /**
   * Whether both tests reject a difference of the threshold or more.
   *
   * @param threshold relative, such as 0.05
   */
  static boolean holds(Sample a, Sample b, double threshold, double alpha) {
    double[] x = a.logs();
    double[] y = b.logs();
    double most = Math.log1p(threshold);
    if (PValues.isConstant(x) && PValues.isConstant(y)) {
      return Math.abs(x[0] - y[0]) < most;
    }
    TTest test = TTest.withDefaults();
    double below =
        test.withMu(-most).with(AlternativeHypothesis.GREATER_THAN).test(x, y).getPValue();
    double above = test.withMu(most).with(AlternativeHypothesis.LESS_THAN).test(x, y).getPValue();
    return below < alpha && above < alpha;
  }
}
