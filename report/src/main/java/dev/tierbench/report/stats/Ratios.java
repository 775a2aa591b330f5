package dev.tierbench.report.stats;

/** Ratios of two values of which neither is the base. */
public final class Ratios {

  private Ratios() {}

  /**
   * By how much the larger of two positive values is above the smaller, as a share of the smaller.
   *
   * @param ratio of either to the other
   */
  public static double apart(double ratio) {
    return Math.max(ratio, 1 / ratio) - 1;
  }
}
