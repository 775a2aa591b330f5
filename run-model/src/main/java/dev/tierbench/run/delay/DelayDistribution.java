package dev.tierbench.run.delay;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.tierbench.run.Require;
import dev.tierbench.run.Workload;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/** How long the echo tier waits before it answers; times are in seconds. */
public sealed interface DelayDistribution {

  /** Steps of the numerical mean of the largest of several delays. */
  int STEPS = 20_000;

  /**
   * Reads {@code 5ms}, {@code lognormal(50ms,p99=400ms)} or {@code 95%:20ms,5%:1s}.
   *
   * @throws IllegalArgumentException saying what is wrong and what was expected
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static DelayDistribution parse(String text) {
    return DelayText.parse(text);
  }

  /** The text that {@link #parse} reads. */
  @JsonValue
  String text();

  /**
   * The delay that a share of all delays does not exceed.
   *
   * @param share above 0 and below 1
   */
  double quantile(double share);

  /** The share of delays that are no longer than that. */
  double cumulative(double seconds);

  double mean();

  /** Quantile of the largest of so many independent delays: an order statistic. */
  default double quantileOfLargest(double share, int count) {
    return quantile(Math.pow(share, 1.0 / count));
  }

  /** Mean of the largest of so many independent delays. */
  default double meanOfLargest(int count) {
    return count == 1
        ? mean()
        : IntStream.range(0, STEPS)
            .mapToDouble(step -> quantileOfLargest((step + 0.5) / STEPS, count))
            .average()
            .orElseThrow();
  }

  /**
   * How many times the mean a request waits for all its calls on average: of calls at the same time
   * for the longest.
   */
  default double timesMean(Workload work) {
    return work.callsInTurn() < work.calls() && mean() > 0
        ? meanOfLargest(work.calls()) / mean()
        : work.callsInTurn();
  }

  /** The same delay for every request. */
  record Constant(Duration delay) implements DelayDistribution {

    /** Delay of the echo tier unless a plan says otherwise. */
    public static final Constant STANDARD = new Constant(Duration.ofMillis(50));

    public Constant {
      Require.that(!delay.isNegative(), () -> "a delay must not be negative");
    }

    @Override
    public String text() {
      return DelayText.format(delay);
    }

    @Override
    public double quantile(double share) {
      return DelayDistribution.seconds(delay);
    }

    @Override
    public double cumulative(double seconds) {
      return seconds >= DelayDistribution.seconds(delay) ? 1 : 0;
    }

    @Override
    public double mean() {
      return DelayDistribution.seconds(delay);
    }
  }

  /** Delays whose logarithm is normally distributed: a long tail to the right. */
  record Lognormal(Duration median, Duration p99) implements DelayDistribution {
    private static final NormalDistribution NORMAL = new NormalDistribution();
    private static final double Z99 = NORMAL.inverseCumulativeProbability(0.99);

    public Lognormal {
      Require.that(
          median.isPositive() && p99.compareTo(median) > 0,
          () -> "the p99 of a lognormal delay must be above its median, and that above 0");
    }

    @Override
    public String text() {
      return "lognormal(%s,p99=%s)".formatted(DelayText.format(median), DelayText.format(p99));
    }

    @Override
    public double quantile(double share) {
      return DelayDistribution.seconds(median)
          * Math.exp(sigma() * NORMAL.inverseCumulativeProbability(share));
    }

    @Override
    public double cumulative(double seconds) {
      return seconds <= 0
          ? 0
          : NORMAL.cumulativeProbability(
              Math.log(seconds / DelayDistribution.seconds(median)) / sigma());
    }

    @Override
    public double mean() {
      return DelayDistribution.seconds(median) * Math.exp(sigma() * sigma() / 2);
    }

    /** Standard deviation of the logarithm. */
    private double sigma() {
      return Math.log((double) p99.toNanos() / median.toNanos()) / Z99;
    }
  }

  /** A few delays, each for a share of the requests, in the order of their length. */
  record Mixture(List<Part> parts) implements DelayDistribution {

    private static final double ROUNDING = 1e-9;

    /** Part of the requests and their delay. */
    public record Part(double percent, Duration delay) {}

    public Mixture {
      List<Part> ordered = List.copyOf(parts);
      parts = ordered;
      Require.that(
          ordered.stream().allMatch(part -> part.percent() > 0 && !part.delay().isNegative()),
          () -> "each part of the delays needs a share above 0 %");
      Require.that(
          IntStream.range(1, ordered.size()).allMatch(rises(ordered)),
          () -> "the parts of the delays must stand in the order of their length");
      double sum = parts.stream().mapToDouble(Part::percent).sum();
      Require.that(
          Math.abs(sum - 100) <= ROUNDING,
          () -> "the shares of the delays must be 100 % together, not " + DelayText.number(sum));
    }

    private static IntPredicate rises(List<Part> parts) {
      return i -> parts.get(i - 1).delay().compareTo(parts.get(i).delay()) < 0;
    }

    @Override
    public String text() {
      return parts.stream()
          .map(part -> DelayText.number(part.percent()) + "%:" + DelayText.format(part.delay()))
          .collect(Collectors.joining(","));
    }

    @Override
    public double quantile(double share) {
      double below = 0;
      for (Part part : parts) {
        below += part.percent();
        if (share * 100 <= below) {
          return DelayDistribution.seconds(part.delay());
        }
      }
      return DelayDistribution.seconds(parts.getLast().delay());
    }

    @Override
    public double cumulative(double seconds) {
      return parts.stream()
              .filter(part -> DelayDistribution.seconds(part.delay()) <= seconds)
              .mapToDouble(Part::percent)
              .sum()
          / 100;
    }

    @Override
    public double mean() {
      return parts.stream()
          .mapToDouble(part -> part.percent() / 100 * DelayDistribution.seconds(part.delay()))
          .sum();
    }
  }

  private static double seconds(Duration delay) {
    return delay.toNanos() / NANOS_PER_SECOND;
  }
}
