package dev.tierbench.report.stats;

import java.util.Optional;

/** Three equations with three unknowns, some of which may be held at 0. */
final class LinearSystem {

  private static final double SINGULAR = 1e-12;

  private LinearSystem() {}

  /**
   * Solves by elimination with scaling.
   *
   * @param rows three rows of three coefficients and the right side
   * @param columns bit i set: unknown i is free; else it is 0
   * @return empty when the system does not decide the unknowns
   */
  static Optional<double[]> solve(double[][] rows, int columns) {
    double[][] m = new double[3][4];
    double[] scale = new double[3];
    for (int i = 0; i < 3; i++) {
      scale[i] = Math.sqrt(rows[i][i]);
    }
    for (int i = 0; i < 3; i++) {
      boolean free = (columns >> i & 1) == 1;
      for (int j = 0; j < 3; j++) {
        boolean used = free && (columns >> j & 1) == 1;
        m[i][j] = used ? rows[i][j] / scale[i] / scale[j] : i == j ? 1 : 0;
      }
      m[i][3] = free ? rows[i][3] / scale[i] : 0;
    }
    for (int pivot = 0; pivot < 3; pivot++) {
      // The scaled matrix is positive semi-definite: its diagonal is a safe pivot.
      if (Math.abs(m[pivot][pivot]) < SINGULAR) {
        return Optional.empty();
      }
      for (int i = 0; i < 3; i++) {
        if (i != pivot) {
          double factor = m[i][pivot] / m[pivot][pivot];
          for (int j = pivot; j < 4; j++) {
            m[i][j] -= factor * m[pivot][j];
          }
        }
      }
    }
    double[] solution = new double[3];
    for (int i = 0; i < 3; i++) {
      solution[i] = m[i][3] / m[i][i] / scale[i];
    }
    return Optional.of(solution);
  }
}
