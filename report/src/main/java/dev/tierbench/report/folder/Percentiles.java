package dev.tierbench.report.folder;

import dev.tierbench.run.LatencySummary;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Percentiles of histograms of nanoseconds. */
public final class Percentiles {

  private static final double NANOS_PER_MICRO = 1_000.0;

  private Percentiles() {}

  /** In microseconds; empty with too few samples beyond it. */
  public static Optional<Double> micros(Histogram nanos, double percentile) {
    return LatencySummary.isSupported(nanos.getTotalCount(), percentile)
        ? Optional.of(nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO)
        : Optional.empty();
  }
}
