package dev.tierbench.report.stats;

import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The logarithm of the ratio of two subjects as a run estimates it, or a difference of two such
 * logarithms, by which the ratio changed from run to run.
 *
 * @param mean of the logarithm
 * @param scatter of that mean; empty of a single trial
 */
public record LogRatio(double mean, Optional<LogRatio.Scatter> scatter) {

  private static final double TAIL = DifferenceTest.ALPHA / 2;

  /**
   * How well a mean is known.
   *
   * @param variance of the mean
   * @param freedom degrees of freedom of that estimate
   */
  public record Scatter(double variance, double freedom) {

    static Scatter of(double[] values) {
      return new Scatter(Variance.of(values).getAsDouble() / values.length, values.length - 1.0);
    }

    /** The scatter of a sum, by Welch and Satterthwaite. */
    private Scatter plus(Scatter other) {
      double sum = variance + other.variance;
      double freedom =
          sum == 0
              ? Math.min(this.freedom, other.freedom)
              : sum
                  * sum
                  / (variance * variance / this.freedom
                      + other.variance * other.variance / other.freedom);
      return new Scatter(sum, freedom);
    }
  }

  /** The ratio of b to a over trials that have nothing in common; empty where a side has none. */
  public static Optional<LogRatio> ofTrials(Sample a, Sample b) {
    if (!a.isPositive() || !b.isPositive()) {
      return Optional.empty();
    }
    double mean =
        DoubleStream.of(b.logs()).average().orElseThrow()
            - DoubleStream.of(a.logs()).average().orElseThrow();
    return Optional.of(
        new LogRatio(
            mean,
            a.size() < 2 || b.size() < 2
                ? Optional.empty()
                : Optional.of(Scatter.of(a.logs()).plus(Scatter.of(b.logs())))));
  }

  /** The difference to the estimate of an independent run. */
  public LogRatio minus(LogRatio other) {
    return new LogRatio(mean - other.mean, scatter.flatMap(own -> other.scatter.map(own::plus)));
  }

  /** The ratio, or the factor of a change. */
  public double ratio() {
    return Math.exp(mean);
  }

  /** The 95 % interval of the ratio, by Student's t; empty of a single trial. */
  public Optional<Interval> interval() {
    return scatter.map(of -> {
      double half =
          TDistribution.of(of.freedom()).inverseSurvivalProbability(TAIL)
              * Math.sqrt(of.variance());
      return new Interval(Math.exp(mean - half), Math.exp(mean + half));
    });
  }
}
