package dev.tierbench.report.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * Gunther's Universal Scalability Law, X(N) = l N / (1 + s (N - 1) + k N (N - 1)), fitted by least
 * squares of the relative error of N / X, with no coefficient below 0.
 *
 * @param lambda throughput of one connection, requests/s
 * @param sigma contention
 * @param kappa coherency
 * @param residual root mean square of the relative error of X over the points that it was fitted to
 */
public record ScalabilityLaw(double lambda, double sigma, double kappa, double residual) {

  /** Three coefficients need a fourth point to be wrong at. */
  public static final int LEAST_POINTS = 4;

  /** The columns of the design that are fitted; the coefficients of the others are 0. */
  private static final int[][] COLUMNS = {{0, 1, 2}, {0, 1}, {0, 2}, {0}};

  /** The fit; empty with fewer than {@value #LEAST_POINTS} points or when none is possible. */
  public static Optional<ScalabilityLaw> fit(List<ThroughputPoint> points) {
    if (points.size() < LEAST_POINTS || points.stream().anyMatch(p -> p.throughputRps() <= 0)) {
      return Optional.empty();
    }
    return Stream.of(COLUMNS)
        .flatMap(columns -> solve(points, columns).stream())
        .min(Comparator.comparingDouble(ScalabilityLaw::residual));
  }

  public double at(double n) {
    return lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
  }

  /** The concurrency of most throughput; empty when the law has no peak. */
  public Optional<Double> peak() {
    return kappa > 0 && sigma < 1 ? Optional.of(Math.sqrt((1 - sigma) / kappa)) : Optional.empty();
  }

  /** Whether the peak is above the highest point that the law was fitted to. */
  public boolean isPeakBeyond(int highest) {
    return peak().filter(at -> at > highest).isPresent();
  }

  /** Least squares over the chosen columns; empty when a coefficient comes out below 0. */
  private static Optional<ScalabilityLaw> solve(List<ThroughputPoint> points, int[] columns) {
    double[][] design =
        points.stream()
            .map(point -> Arrays.stream(columns).mapToDouble(c -> row(point)[c]).toArray())
            .toArray(double[][]::new);
    double[] ones = new double[points.size()];
    Arrays.fill(ones, 1);
    double[] coefficients = new double[3];
    try {
      OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
      regression.setNoIntercept(true);
      regression.newSampleData(ones, design);
      double[] fitted = regression.estimateRegressionParameters();
      for (int i = 0; i < columns.length; i++) {
        coefficients[columns[i]] = fitted[i];
      }
    } catch (MathRuntimeException e) {
      // The points do not decide the coefficients.
      return Optional.empty();
    }
    return coefficients[0] > 0 && coefficients[1] >= 0 && coefficients[2] >= 0
        ? Optional.of(law(points, coefficients))
        : Optional.empty();
  }

  /** The terms of N / X divided by N / X itself, so that the error is relative. */
  private static double[] row(ThroughputPoint point) {
    double n = point.concurrency();
    double y = n / point.throughputRps();
    return new double[] {1 / y, (n - 1) / y, n * (n - 1) / y};
  }

  private static ScalabilityLaw law(List<ThroughputPoint> points, double[] c) {
    ScalabilityLaw law = new ScalabilityLaw(1 / c[0], c[1] / c[0], c[2] / c[0], 0);
    return new ScalabilityLaw(law.lambda, law.sigma, law.kappa, residual(points, law));
  }

  private static double residual(List<ThroughputPoint> points, ScalabilityLaw law) {
    return Math.sqrt(
        points.stream()
            .mapToDouble(p -> law.at(p.concurrency()) / p.throughputRps() - 1)
            .map(error -> error * error)
            .average()
            .orElse(0));
  }
}
