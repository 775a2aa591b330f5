package dev.tierbench.report.stats;

/** Ratios of two values of which neither is the base. */
public final class Ratios {

  private Ratios() {}

  /**
   * Share of the smaller of two positive values by which the larger is above it.
   *
   * @param ratio of either to the other
   */
  public static double apart(double ratio) {
    return Math.max(ratio, 1 / ratio) - 1;
  }
}
