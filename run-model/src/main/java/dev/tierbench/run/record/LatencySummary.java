package dev.tierbench.run.record;

import static dev.tierbench.run.Units.NANOS_PER_MICRO;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/**
 * The latencies of one phase in microseconds. A percentile with fewer than {@value #SAMPLES_BEYOND}
 * samples beyond it is empty: it would be the accident of a few requests.
 */
public record LatencySummary(
    Optional<Double> mean,
    Optional<Double> p50,
    Optional<Double> p90,
    Optional<Double> p99,
    @JsonProperty("p99_9") Optional<Double> p999,
    Optional<Double> max) {

  /** 100 - 99.9 is a little more than a tenth in binary. */
  private static final double ROUNDING = 1e-9;

  /** How many samples a percentile needs beyond itself to be stated. */
  public static final int SAMPLES_BEYOND = 10;

  /** Latencies of which nothing is known. */
  public static final LatencySummary NONE =
      new LatencySummary(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Summarises a histogram of nanoseconds. */
  public static LatencySummary ofNanos(AbstractHistogram nanos) {
    boolean any = nanos.getTotalCount() > 0;
    return new LatencySummary(
        any ? Optional.of(micros(nanos.getMean())) : Optional.empty(),
        percentile(nanos, 50),
        percentile(nanos, 90),
        percentile(nanos, 99),
        percentile(nanos, 99.9),
        any ? Optional.of(micros((double) nanos.getMaxValue())) : Optional.empty());
  }

  /**
   * Percentile of a histogram of nanoseconds, in microseconds; empty with too few samples beyond
   * it.
   */
  public static Optional<Double> percentile(AbstractHistogram nanos, double percentile) {
    return isSupported(nanos.getTotalCount(), percentile)
        ? Optional.of(micros((double) nanos.getValueAtPercentile(percentile)))
        : Optional.empty();
  }

  /** Whether {@code samples} leave enough beyond the percentile (0 to 100) to state it. */
  public static boolean isSupported(long samples, double percentile) {
    return Math.round(samples * (100 - percentile)) >= SAMPLES_BEYOND * 100L;
  }

  /**
   * Whether the tail beyond a percentile (0 to 100) of all requests is within the share of those
   * that failed. Beyond the longest of all, at 100, there is nothing: any failure is within.
   */
  public static boolean isAmongFailed(double percentile, long ok, long failed) {
    return failed > 0 && 100.0 * failed >= (100 - percentile) * (ok + failed) * (1 - ROUNDING);
  }

  private static double micros(double nanos) {
    return Math.round(nanos / NANOS_PER_MICRO * 10) / 10.0;
  }
}
