package dev.tierbench.rules;

import java.util.List;
import java.util.Optional;

/**
 * The least-squares line through one figure per second.
 *
 * @param percent how much the line rises over the whole window, of the mean
 * @param standardErrorPercent of that rise
 * @param significant the rise is beyond what scatter alone gives (two-sided t test, 5 %)
 */
record Trend(double percent, double standardErrorPercent, boolean significant) {

  /** A line through two points has no error to state. */
  static final int LEAST_POINTS = 3;

  /** Student's t, two-sided 5 %, for 1, 2, ... degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086
  };

  private static final double T_OF_MANY = 2.0;

  static Optional<Trend> of(List<Long> perSecond) {
    int n = perSecond.size();
    double mean = perSecond.stream().mapToLong(Long::longValue).average().orElse(0);
    if (n < LEAST_POINTS || mean <= 0) {
      return Optional.empty();
    }
    double middle = (n - 1) / 2.0;
    double sumXx = 0;
    double sumXy = 0;
    for (int i = 0; i < n; i++) {
      sumXx += (i - middle) * (i - middle);
      sumXy += (i - middle) * (perSecond.get(i) - mean);
    }
    double slope = sumXy / sumXx;
    double squaredErrors = 0;
    for (int i = 0; i < n; i++) {
      double error = perSecond.get(i) - mean - slope * (i - middle);
      squaredErrors += error * error;
    }
    double slopeError = Math.sqrt(squaredErrors / (n - 2) / sumXx);
    double toPercent = 100.0 * n / mean;
    boolean significant = Math.abs(slope) > t(n - 2) * slopeError;
    return Optional.of(new Trend(slope * toPercent, slopeError * toPercent, significant));
  }

  private static double t(int degreesOfFreedom) {
    return degreesOfFreedom <= T.length ? T[degreesOfFreedom - 1] : T_OF_MANY;
  }
}
