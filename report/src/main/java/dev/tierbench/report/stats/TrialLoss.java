package dev.tierbench.report.stats;

import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/** Whether b kept so few of its trials that its values are those of survivors. */
public final class TrialLoss {
  private TrialLoss() {}

  /**
   * Whether b kept less than half of the share that a kept, or a share that is lower by more than
   * chance: Fisher's exact test, one-sided.
   */
  public static boolean isLoss(int validA, int triedA, int validB, int triedB) {
    if (triedA == 0 || triedB == 0) {
      return validA > 0 && validB == 0;
    }
    boolean lessThanHalf = 2L * validB * triedA < (long) validA * triedB;
    double chance =
        HypergeometricDistribution.of(triedA + triedB, validA + validB, triedB)
            .cumulativeProbability(validB);
    return lessThanHalf || chance < DifferenceTest.ALPHA;
  }
}
