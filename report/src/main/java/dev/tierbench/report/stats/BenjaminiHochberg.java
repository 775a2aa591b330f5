package dev.tierbench.report.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * P-values corrected for the number of rows by the false discovery rate (Benjamini and Hochberg
 * 1995): of the rows called different at most 5 % are expected not to be. Rows of a comparison
 * often differ together (one cause, many levels), where Holm's correction would hide all of them. A
 * p-value of 1 is of identical trials, which no permutation tells apart: it is not one of the
 * family (Tarone 1990).
 */
final class BenjaminiHochberg {
  private BenjaminiHochberg() {}

  /** The corrected p-values, in the order given. */
  static double[] adjust(List<Double> pValues) {
    List<Integer> falling =
        IntStream.range(0, pValues.size())
            .filter(i -> pValues.get(i) < 1)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> pValues.get(i)).reversed())
            .toList();
    int rows = falling.size();
    double[] adjusted = new double[pValues.size()];
    Arrays.fill(adjusted, 1);
    double least = 1;
    for (int i = 0; i < rows; i++) {
      int row = falling.get(i);
      least = Math.min(least, pValues.get(row) * rows / (rows - i));
      adjusted[row] = least;
    }
    return adjusted;
  }
}
