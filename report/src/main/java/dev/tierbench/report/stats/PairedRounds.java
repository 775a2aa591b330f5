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
 */
public record PairedRounds(List<Double> a, List<Double> b) {

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
  public static Optional<PairedRounds> of(List<Optional<Double>> a, List<Optional<Double>> b) {
    List<Double> ofA = new ArrayList<>();
    List<Double> ofB = new ArrayList<>();
    for (int round = 0; round < a.size(); round++) {
      if (a.get(round).filter(value -> value > 0).isPresent()
          && b.get(round).filter(value -> value > 0).isPresent()) {
        ofA.add(a.get(round).get());
        ofB.add(b.get(round).get());
      }
    }
    return ofA.size() < 2 ? Optional.empty() : Optional.of(new PairedRounds(ofA, ofB));
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

  private double standardError() {
    return Math.sqrt(Variance.of(logRatios()).getAsDouble() / size());
  }

  private TDistribution student() {
    return TDistribution.of(size() - 1.0);
  }

  /** The geometric mean of b over a. */
  double ratio() {
    return Math.exp(mean());
  }

  /** The interval of Student's t around the ratio, at 95 %. */
  Interval interval() {
    double half = halfWidth(DifferenceTest.ALPHA / 2);
    return new Interval(Math.exp(mean() - half), Math.exp(mean() + half));
  }

  private double halfWidth(double tail) {
    return student().inverseSurvivalProbability(tail) * standardError();
  }

  /**
   * The two-sided p-value of the hypothesis that the ratio is 1: the paired t test. Rounds of one
   * ratio, which whole-numbered values may show by chance, are no surer than their signs can be.
   */
  double pValue() {
    double[] logs = logRatios();
    if (Arrays.stream(logs).allMatch(log -> log == logs[0])) {
      return logs[0] == 0 ? 1 : Math.scalb(2.0, -size());
    }
    return 2 * student().survivalProbability(Math.abs(mean()) / standardError());
  }

  /** Whether both one-sided tests reject a difference as large as the threshold. */
  boolean isEquivalent(double threshold) {
    double most = Math.log1p(threshold);
    double half = halfWidth(DifferenceTest.ALPHA);
    return mean() - half > -most && mean() + half < most;
  }

  /** Rounds that would decide in 4 of 5 runs, if they went on to differ as they did. */
  int needed(double threshold) {
    double margin = Math.abs(Math.abs(mean()) - Math.log1p(threshold));
    double deviation = standardError() * Math.sqrt(size());
    double needed =
        margin == 0
            ? TrialsNeeded.MOST
            : Math.ceil(Math.pow(TrialsNeeded.NORMAL_975_AND_80 * deviation / margin, 2));
    return (int) Math.clamp(needed, size() + 1.0, TrialsNeeded.MOST);
  }
}
