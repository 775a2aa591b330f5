package dev.tierbench.report.stats;

import java.util.List;
import java.util.Optional;

/**
 * Gunther's Universal Scalability Law, X(N) = l N / (1 + s (N - 1) + k N (N - 1)), fitted by least
 * squares of the relative error of N / X, with no coefficient below 0.
 *
 * @param lambda throughput of one connection, requests/s
 * @param sigma contention
 * @param kappa coherency
 * @param residual root mean square of the relative error of X over the points
 */
public record ScalabilityLaw(double lambda, double sigma, double kappa, double residual) {

  /** Three coefficients need a fourth point to be wrong at. */
  static final int LEAST_POINTS = 4;

  /** The fit; empty with fewer than {@value #LEAST_POINTS} points or when none is possible. */
  public static Optional<ScalabilityLaw> fit(List<ThroughputPoint> points) {
    if (points.size() < LEAST_POINTS || points.stream().anyMatch(p -> p.throughputRps() <= 0)) {
      return Optional.empty();
    }
    ScalabilityLaw best = null;
    for (int columns : new int[] {0b111, 0b011, 0b101, 0b001}) {
      Optional<ScalabilityLaw> candidate = solve(points, columns);
      if (candidate.isPresent() && (best == null || candidate.get().residual < best.residual)) {
        best = candidate.get();
      }
    }
    return Optional.ofNullable(best);
  }

  public double at(double n) {
    return lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
  }

  /** The concurrency of most throughput; empty when the law has no peak. */
  public Optional<Double> peak() {
    return kappa > 0 && sigma < 1 ? Optional.of(Math.sqrt((1 - sigma) / kappa)) : Optional.empty();
  }

  /** Least squares over the chosen columns; empty when a coefficient comes out below 0. */
  private static Optional<ScalabilityLaw> solve(List<ThroughputPoint> points, int columns) {
    double[][] normal = new double[3][4];
    for (ThroughputPoint point : points) {
      double n = point.concurrency();
      double y = n / point.throughputRps();
      double[] row = {1 / y, (n - 1) / y, n * (n - 1) / y};
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          normal[i][j] += row[i] * row[j];
        }
        normal[i][3] += row[i];
      }
    }
    return LinearSystem.solve(normal, columns)
        .filter(c -> c[0] > 0 && c[1] >= 0 && c[2] >= 0)
        .map(c -> law(points, c));
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
