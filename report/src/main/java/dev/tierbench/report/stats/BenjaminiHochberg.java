package dev.tierbench.report.stats;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * P-values corrected for the number of rows by the false discovery rate (Benjamini and Hochberg
 * 1995): of the rows called different at most 5 % are expected not to be. Rows of a comparison
 * often differ together (one cause, many levels), where Holm's correction would hide all of them.
 */
final class BenjaminiHochberg {
  private BenjaminiHochberg() {}

  /** The corrected p-values, in the order given. */
  static double[] adjust(List<Double> pValues) {
    int rows = pValues.size();
    List<Integer> falling =
        IntStream.range(0, rows)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> pValues.get(i)).reversed())
            .toList();
    double[] adjusted = new double[rows];
    double least = 1;
    for (int i = 0; i < rows; i++) {
      int row = falling.get(i);
      least = Math.min(least, pValues.get(row) * rows / (rows - i));
      adjusted[row] = least;
    }
    return adjusted;
  }
}
