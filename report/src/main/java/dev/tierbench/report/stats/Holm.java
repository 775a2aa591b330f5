package dev.tierbench.report.stats;

import java.util.List;

/**
 * P-values corrected for all pairs of a family by the familywise error (Holm 1979): the chance that
 * any pair without a difference is called different is at most the level. So it holds also of a
 * pair that was chosen by the same trials, such as the first of many against the next. A p-value of
 * 1 is not one of the family, as with {@link BenjaminiHochberg}.
 */
public final class Holm {
  private Holm() {}

  /**
   * Whether a pair differs, however it was chosen from its family.
   *
   * @param level of the tests, such as 0.05; less for a run that is looked at again and again
   */
  public static boolean isDifference(double pValue, List<Double> family, double level) {
    return adjusted(pValue, family) < level;
  }

  /** The corrected p-value of a member of the family. */
  static double adjusted(double pValue, List<Double> family) {
    List<Double> rising = family.stream().filter(p -> p < 1).sorted().toList();
    double most = pValue;
    for (int i = 0; i < rising.size() && rising.get(i) <= pValue; i++) {
      most = Math.max(most, rising.get(i) * (rising.size() - i));
    }
    return Math.min(1, most);
  }
}
