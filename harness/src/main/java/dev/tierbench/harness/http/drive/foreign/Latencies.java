package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.run.record.LatencySummary;
import java.util.Map;
import java.util.Optional;

/** Latencies as another generator states them. */
final class Latencies {

  private Latencies() {}

  /**
   * The summary of so many samples, with the percentiles that have enough of them beyond it.
   *
   * @param percentiles in microseconds; one that is not stated is missing or null
   */
  static LatencySummary of(
      long samples, Optional<Double> mean, Map<Double, Double> percentiles, Optional<Double> max) {
    return samples <= 0
        ? LatencySummary.NONE
        : new LatencySummary(
            mean,
            supported(samples, percentiles, 50),
            supported(samples, percentiles, 90),
            supported(samples, percentiles, 99),
            supported(samples, percentiles, 99.9),
            max);
  }

  private static Optional<Double> supported(
      long samples, Map<Double, Double> percentiles, double percentile) {
    return Optional.ofNullable(percentiles.get(percentile))
        .filter(value -> LatencySummary.isSupported(samples, percentile));
  }
}
