package dev.tierbench.harness.http.load;

import dev.tierbench.run.LatencySummary;
import java.util.Optional;

/** Latencies as another generator states them. */
final class Latencies {

  /** Of a generator that measured none. */
  static final LatencySummary NONE =
      new LatencySummary(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private Latencies() {}

  /** A percentile that has enough samples beyond it; empty otherwise. */
  static Optional<Double> supported(long samples, double percentile, Optional<Double> micros) {
    return micros.filter(value -> LatencySummary.isSupported(samples, percentile));
  }
}
