package dev.tierbench.report.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The values of two subjects in the rounds that both are in, in the same order. The two met the
 * same host within each round, so that the logarithm of their ratio in a round is the unit: what
 * slowed a whole round down leaves it as it is. All values are positive.
 *
 * <p>Where a was measured twice in each round, its geometric mean of both is what b is divided by,
 * and how far the two are apart tells of the scatter as well: an analysis of variance of blocks
 * with three units, two of which are equal. It takes fresh JVMs of both subjects to scatter alike,
 * as those of two versions of a program do.
 *
 * @param again the second values of a; empty where it was measured once in a round, and where they
 *     are the first again: a value that never varies tells nothing of how another scatters
 * @param level of the tests, such as 0.05: how often they may call equal subjects different. It is
 *     less for rounds that are looked at again and again
 */
public record PairedRounds(List<Double> a, List<Double> again, List<Double> b, double level) {

  /** Variance of a round's effect, with that of one JVM as the unit: b's, and half of it for a. */
  private static final double OF_EFFECT = 1.5;

  /** Variance of the difference of two JVMs, with that of one as the unit. */
  private static final double OF_DIFFERENCE = 2;

  /** An interval that reaches farther from the ratio than a factor of 100 tells nothing. */
  private static final double WIDEST = Math.log(100);

  public PairedRounds {
    a = List.copyOf(a);
    again = again.equals(a) ? List.of() : List.copyOf(again);
    b = List.copyOf(b);
    if (a.size() != b.size() || a.size() < 2) {
      throw new IllegalArgumentException(
          "expected two or more rounds of both, not " + a + ", " + b);
    }
    if (!again.isEmpty() && again.size() != a.size()) {
      throw new IllegalArgumentException(
          "expected a second value of a in each round or in none, not " + again);
    }
    if (!Stream.of(a, again, b).flatMap(List::stream).allMatch(PairedRounds::isPositive)) {
      throw new IllegalArgumentException("not a positive value in " + a + again + " or " + b);
    }
  }

  /** Rounds in which each subject was measured once. */
  public PairedRounds(List<Double> a, List<Double> b, double level) {
    this(a, List.of(), b, level);
  }

  /**
   * The rounds with a value of both. The second values of a count when each of these rounds has a
   * positive one. Empty when there are fewer than two rounds, and when a value of a or b is not
   * positive: it has no ratio, and the rounds that have one would be chosen by their values.
   */
  public static Optional<PairedRounds> of(
      List<Optional<Double>> a,
      List<Optional<Double>> again,
      List<Optional<Double>> b,
      double level) {
    boolean ratios =
        Stream.of(a, b)
            .flatMap(List::stream)
            .flatMap(Optional::stream)
            .allMatch(PairedRounds::isPositive);
    int[] shared =
        IntStream.range(0, a.size())
            .filter(round -> a.get(round).isPresent() && b.get(round).isPresent())
            .toArray();
    boolean twice =
        IntStream.of(shared)
            .allMatch(round -> again.get(round).filter(PairedRounds::isPositive).isPresent());
    return !ratios || shared.length < 2
        ? Optional.empty()
        : Optional.of(
            new PairedRounds(
                values(a, shared),
                twice ? values(again, shared) : List.of(),
                values(b, shared),
                level));
  }

  private static boolean isPositive(double value) {
    return value > 0;
  }

  private static List<Double> values(List<Optional<Double>> all, int[] rounds) {
    return IntStream.of(rounds).mapToObj(round -> all.get(round).orElseThrow()).toList();
  }

  int size() {
    return a.size();
  }

  /** The logarithm of the ratio of each round. */
  private double[] logRatios() {
    return IntStream.range(0, size())
        .mapToDouble(round -> Math.log(b.get(round) / a.get(round)) - apart(round) / 2)
        .toArray();
  }

  /** How far apart the two values of a are in a round, as a logarithm; 0 of one value. */
  private double apart(int round) {
    return again.isEmpty() ? 0 : Math.log(again.get(round) / a.get(round));
  }

  private double mean() {
    return DoubleStream.of(logRatios()).average().orElseThrow();
  }

  /** The standard deviation of the logarithm of the ratio in one round. */
  double deviation() {
    double variance = Variance.of(logRatios()).getAsDouble();
    if (again.isEmpty()) {
      return Math.sqrt(variance);
    }
    double ofEffects = variance * (size() - 1) / OF_EFFECT;
    double ofDifferences =
        IntStream.range(0, size()).mapToDouble(this::apart).map(apart -> apart * apart).sum()
            / OF_DIFFERENCE;
    return Math.sqrt(OF_EFFECT * (ofEffects + ofDifferences) / freedom());
  }

  /** The degrees of freedom of {@link #deviation}. */
  private int freedom() {
    return freedomOfEach() * size() - 1;
  }

  /** What each round adds to the degrees of freedom. */
  int freedomOfEach() {
    return again.isEmpty() ? 1 : 2;
  }

  private double standardError() {
    return deviation() / Math.sqrt(size());
  }

  /** The geometric mean of b over a. */
  double ratio() {
    return Math.exp(mean());
  }

  /** The interval of Student's t around the ratio, at the level; empty where it tells nothing. */
  Optional<Interval> interval() {
    double half = halfWidth(level / 2);
    return half > WIDEST
        ? Optional.empty()
        : Optional.of(new Interval(Math.exp(mean() - half), Math.exp(mean() + half)));
  }

  private double halfWidth(double tail) {
    return StudentQuantiles.exceededWith(tail, freedom()) * standardError();
  }

  /**
   * The two-sided p-value of the hypothesis that the ratio is 1: the paired t test. Rounds of one
   * ratio, which whole-numbered values may show by chance, are no surer than their signs can be.
   */
  double pValue() {
    if (isOneRatio()) {
      return mean() == 0 ? 1 : Math.scalb(2.0, -size());
    }
    return 2 * TDistribution.of(freedom()).survivalProbability(Math.abs(mean()) / standardError());
  }

  /** Whether all rounds have the same ratio, so that only their signs are evidence. */
  private boolean isOneRatio() {
    double[] logs = logRatios();
    return again.isEmpty() && Arrays.stream(logs).allMatch(log -> log == logs[0]);
  }

  /** The fewest rounds by which any difference can be found, if they go on to scatter so. */
  int fewestToTell() {
    return isOneRatio() ? (int) Math.floor(Math.log(1 / level) / Math.log(2)) + 2 : 2;
  }

  /** The ratio as an estimate to compare with those of other runs. */
  public LogRatio logRatio() {
    double error = standardError();
    return new LogRatio(mean(), Optional.of(new LogRatio.Scatter(error * error, freedom())));
  }

  /** Whether both one-sided tests reject a difference as large as the threshold. */
  boolean isEquivalent(double threshold) {
    double most = Math.log1p(threshold);
    double half = halfWidth(level);
    return mean() - half > -most && mean() + half < most;
  }
}
