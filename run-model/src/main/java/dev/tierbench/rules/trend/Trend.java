package dev.tierbench.rules.trend;

import java.util.List;
import java.util.Optional;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * The least-squares line through the values of a window, one per second or per run.
 *
 * @param percent how much the line rises over the whole window, of the mean
 * @param standardErrorPercent of that rise
 * @param significant the rise is beyond what scatter alone gives (two-sided t test)
 */
public record Trend(double percent, double standardErrorPercent, boolean significant) {

  /** A line through two points has no error to state. */
  public static final int LEAST_POINTS = 3;

  private static final double ALPHA = 0.05;

  /** Least points for a test at 5 %; with fewer the residuals are too few. */
  private static final int FEW_POINTS = 6;

  private static final double ALPHA_OF_FEW = 0.01;

  /** Makes it of at least {@link #LEAST_POINTS} values with a mean above 0; empty otherwise. */
  public static Optional<Trend> of(List<? extends Number> perSecond) {
    int n = perSecond.size();
    double mean = perSecond.stream().mapToDouble(Number::doubleValue).average().orElse(0);
    if (n < LEAST_POINTS || mean <= 0 || !Double.isFinite(mean)) {
      return Optional.empty();
    }
    SimpleRegression line = new SimpleRegression();
    for (int i = 0; i < n; i++) {
      line.addData(i, perSecond.get(i).doubleValue());
    }
    double toPercent = 100.0 * n / mean;
    return Optional.of(
        new Trend(
            line.getSlope() * toPercent,
            line.getSlopeStdErr() * toPercent,
            line.getSignificance() < (n < FEW_POINTS ? ALPHA_OF_FEW : ALPHA)));
  }
}
