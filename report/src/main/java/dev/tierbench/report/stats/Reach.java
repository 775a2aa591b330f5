package dev.tierbench.report.stats;

import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * What a comparison of so many trials can tell and what more of them would, in 4 of 5 comparisons,
 * if the trials went on to scatter as they did. Normal theory of the logarithms, with Student's
 * quantiles.
 *
 * @param leastTold the least relative difference that these trials tell from none, such as 0.08, by
 *     themselves: beside other rows it has to be larger. It is not less than the threshold, which
 *     what is seen of it has to exceed. Empty where it is more than a factor of {@value
 *     #MOST_TOLD}, or less than the difference that was seen and not told
 * @param toDecide trials a side that would decide a difference of the size seen; at most {@value
 *     #MOST}, which says that trials will not decide it
 */
public record Reach(Optional<Double> leastTold, int toDecide) {

  /** More trials than this are never a proposal. */
  public static final int MOST = 1_000;

  private static final int MOST_TOLD = 10;

  /** Share of comparisons that miss the difference: one in five. */
  private static final double MISSED = 0.2;

  /** Both one-sided tests of equal subjects have to pass, so each misses half as often. */
  private static final double MISSED_BY_ONE_OF_TWO = MISSED / 2;

  /** A median scatters this much more than a mean, for normal trials. */
  private static final double MEDIAN_TO_MEAN = Math.sqrt(Math.PI / 2);

  /**
   * How the estimated difference of logarithms scatters.
   *
   * @param deviation that of one trial a side, or of one round
   * @param freedom degrees of freedom that each trial or round adds
   * @param estimated means that the scatter is around, a degree of freedom each
   */
  private record Scatter(double deviation, int freedom, int estimated) {

    /** The error of the estimate of n trials that is exceeded with this probability. */
    private double exceeded(int n, double probability) {
      return StudentQuantiles.exceededWith(probability, freedom * n - estimated)
          * deviation
          / Math.sqrt(n);
    }

    /** The difference that a test of n trials tells, with an error of so much on each side. */
    private double told(int n, double tail, double missed) {
      return exceeded(n, tail) + exceeded(n, missed);
    }
  }

  /** The least number of trials, of two and more, that decide, where more of them do so, too. */
  private static int fewest(IntPredicate decide) {
    int few = 1;
    int enough = MOST;
    while (enough - few > 1) {
      int middle = (few + enough) / 2;
      if (decide.test(middle)) {
        enough = middle;
      } else {
        few = middle;
      }
    }
    return enough;
  }

  /**
   * The reach of rounds, judged by the rule for rounds: what is seen of a difference has to exceed
   * the threshold besides the test, and the interval of equal subjects has to lie inside it.
   */
  static Reach of(PairedRounds rounds, double threshold) {
    Scatter scatter = new Scatter(rounds.deviation(), rounds.freedomOfEach(), 1);
    double most = Math.log1p(threshold);
    double seen = Math.abs(Math.log(rounds.ratio()));
    double tail = DifferenceTest.ALPHA / 2;
    int needed =
        fewest(n ->
            seen > most
                ? scatter.told(n, tail, MISSED) <= seen
                    && scatter.exceeded(n, MISSED) <= seen - most
                : scatter.told(n, tail, MISSED_BY_ONE_OF_TWO) <= most - seen);
    int size = rounds.size();
    double told =
        Math.max(
            scatter.told(size, rounds.level() / 2, MISSED), most + scatter.exceeded(size, MISSED));
    int least = rounds.fewestToTell();
    return new Reach(
        size < least ? Optional.empty() : share(told, seen),
        Math.clamp(needed, Math.min(MOST, Math.max(least, size + 1)), MOST));
  }

  /** The reach of trials that have nothing in common; empty where there are no two to scatter. */
  static Optional<Reach> of(Sample a, Sample b, double threshold) {
    int trials = Math.min(a.size(), b.size());
    if (!a.isPositive() || !b.isPositive() || trials < 2) {
      return Optional.empty();
    }
    double variances = Variance.of(a.logs()).getAsDouble() + Variance.of(b.logs()).getAsDouble();
    Scatter scatter = new Scatter(MEDIAN_TO_MEAN * Math.sqrt(variances), 2, 2);
    double most = Math.log1p(threshold);
    double seen = Math.abs(Math.log(b.median() / a.median()));
    double tail = DifferenceTest.ALPHA / 2;
    boolean identical = PValues.isConstant(a.toArray()) || PValues.isConstant(b.toArray());
    int least = identical ? Math.max(trials + 1, PValues.RANKS) : trials + 1;
    int needed = fewest(n -> scatter.told(n, tail, MISSED) <= Math.abs(seen - most));
    return Optional.of(
        new Reach(
            share(most + scatter.told(trials, tail, MISSED), seen),
            Math.clamp(needed, Math.min(MOST, least), MOST)));
  }

  private static Optional<Double> share(double logarithm, double seen) {
    return Optional.of(Math.expm1(logarithm)).filter(told -> told <= MOST_TOLD && logarithm > seen);
  }
}
