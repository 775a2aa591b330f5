package dev.tierbench.report.stats;

/**
 * Two samples of one figure to be judged.
 *
 * @param negligible a figure up to which nobody asks for a ratio, such as 0.01 calls per request
 */
public record Pair(Sample a, Sample b, Better better, double negligible) {

  boolean isNegligible() {
    return a.values().getLast() <= negligible && b.values().getLast() <= negligible;
  }
}
