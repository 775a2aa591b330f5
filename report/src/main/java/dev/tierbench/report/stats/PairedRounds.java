package dev.tierbench.report.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The values of two subjects in the rounds that both are in, in the same order. The two met the
 * same host within each round, so that the logarithm of their ratio in a round is the unit: what
 * slowed a whole round down leaves it as it is. All values are positive.
 *
 * @param level of the tests, such as 0.05: how often they may call equal subjects different. It is
 *     less for rounds that are looked at again and again
 */
public record PairedRounds(List<Double> a, List<Double> b, double level) {

  /** An interval that reaches farther from the ratio than a factor of 100 tells nothing. */
  private static final double WIDEST = Math.log(100);

  public PairedRounds {
    a = List.copyOf(a);
    b = List.copyOf(b);
    if (a.size() != b.size() || a.size() < 2) {
      throw new IllegalArgumentException(
          "expected two or more rounds of both, not " + a + ", " + b);
    }
    if (!a.stream().allMatch(value -> value > 0) || !b.stream().allMatch(value -> value > 0)) {
      throw new IllegalArgumentException("not a positive value in " + a + " or " + b);
    }
  }

  /** The rounds with a positive value of both; empty when there are fewer than two. */
  public static Optional<PairedRounds> of(
      List<Optional<Double>> a, List<Optional<Double>> b, double level) {
    List<Double> ofA = new ArrayList<>();
    List<Double> ofB = new ArrayList<>();
    for (int round = 0; round < a.size(); round++) {
      if (a.get(round).filter(value -> value > 0).isPresent()
          && b.get(round).filter(value -> value > 0).isPresent()) {
        ofA.add(a.get(round).get());
        ofB.add(b.get(round).get());
      }
    }
    return ofA.size() < 2 ? Optional.empty() : Optional.of(new PairedRounds(ofA, ofB, level));
  }

  int size() {
    return a.size();
  }

  private double[] logRatios() {
    return IntStream.range(0, size()).mapToDouble(i -> Math.log(b.get(i) / a.get(i))).toArray();
  }

  private double mean() {
    return DoubleStream.of(logRatios()).average().orElseThrow();
  }

  /** The standard deviation of the logarithm of the ratio in one round. */
  double deviation() {
    return Math.sqrt(Variance.of(logRatios()).getAsDouble());
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
    return StudentQuantiles.exceededWith(tail, size() - 1) * standardError();
  }

  /**
   * The two-sided p-value of the hypothesis that the ratio is 1: the paired t test. Rounds of one
   * ratio, which whole-numbered values may show by chance, are no surer than their signs can be.
   */
  double pValue() {
    if (isOneRatio()) {
      return mean() == 0 ? 1 : Math.scalb(2.0, -size());
    }
    return 2
        * TDistribution.of(size() - 1.0).survivalProbability(Math.abs(mean()) / standardError());
  }

  /** Whether all rounds have the same ratio, so that only their signs are evidence. */
  private boolean isOneRatio() {
    double[] logs = logRatios();
    return Arrays.stream(logs).allMatch(log -> log == logs[0]);
  }

  /** The fewest rounds by which any difference can be found, if they go on to scatter so. */
  int fewestToTell() {
    return isOneRatio() ? (int) Math.floor(Math.log(1 / level) / Math.log(2)) + 2 : 2;
  }

  /** The ratio as an estimate to compare with those of other runs. */
  public LogRatio logRatio() {
    return new LogRatio(mean(), Optional.of(LogRatio.Scatter.of(logRatios())));
  }

  /** Whether both one-sided tests reject a difference as large as the threshold. */
  boolean isEquivalent(double threshold) {
    double most = Math.log1p(threshold);
    double half = halfWidth(level);
    return mean() - half > -most && mean() + half < most;
  }
}
