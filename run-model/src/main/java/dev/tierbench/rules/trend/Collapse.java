package dev.tierbench.rules.trend;

import java.util.List;
import java.util.Optional;

/**
 * The largest step of throughput inside a window: where the mean of the seconds before it and that
 * of those after it differ most. A line does not fit a step, so that a test of the line takes one
 * for scatter.
 *
 * @param afterSeconds how many seconds lie before it
 * @param before mean throughput of these
 * @param after mean throughput of the others
 * @param isOfOneSecond whether a single second makes up one side
 */
public record Collapse(int afterSeconds, double before, double after, boolean isOfOneSecond) {

  /** Multiple of a trend's FAIL limit from which a step fails whatever its significance. */
  private static final double TIMES_LIMIT = 2;

  /** The same where one side is a single second, which scatters more. */
  private static final double TIMES_LIMIT_OF_ONE = 3;

  /** A loss of this much fails under any limit. */
  private static final double MOST_PERCENT = 90;

  /** Finds the largest that is beyond its limit, given the FAIL limit of a trend. */
  public static Optional<Collapse> of(List<? extends Number> perSecond, double failPercent) {
    Optional<Collapse> largest = Optional.empty();
    for (int split = 1; split < perSecond.size(); split++) {
      Collapse step =
          new Collapse(
              split,
              mean(perSecond.subList(0, split)),
              mean(perSecond.subList(split, perSecond.size())),
              split == 1 || split == perSecond.size() - 1);
      boolean beyond = Math.abs(step.percent()) >= step.limitPercent(failPercent);
      if (beyond && largest.filter(found -> found.size() >= step.size()).isEmpty()) {
        largest = Optional.of(step);
      }
    }
    return largest;
  }

  private static double mean(List<? extends Number> values) {
    return values.stream().mapToDouble(Number::doubleValue).average().orElseThrow();
  }

  /** Rise or fall as a share of the higher side. */
  public double percent() {
    return 100 * (after - before) / Math.max(before, after);
  }

  private double size() {
    return Math.abs(percent());
  }

  /**
   * Percentage from which on it fails.
   *
   * @param failPercent the FAIL limit of a trend
   */
  public double limitPercent(double failPercent) {
    return Math.min(MOST_PERCENT, failPercent * (isOfOneSecond ? TIMES_LIMIT_OF_ONE : TIMES_LIMIT));
  }
}
