package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.LOWER;

import dev.tierbench.run.Kind;
import java.util.Optional;
import java.util.Set;

/** What the measured work asked of the heap: alike in all runs. */
final class HeapMetrics {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NEGLIGIBLE_BYTES = 1;
  private static final double NEGLIGIBLE_PERCENT = 0.1;
  private static final double MEBI = 1 << 20;

  static final Metric ALLOCATION =
      metric("allocated_bytes_per_op", "allocation", "B/op", NEGLIGIBLE_BYTES);
  static final Metric AFTER_GC = metric("heap_after_gc_mib", "heap after a collection", "MiB", 0);
  static final Metric GC_SHARE =
      metric("gc_percent", "time in collections", "%", NEGLIGIBLE_PERCENT);

  private HeapMetrics() {}

  static double mebibytes(long bytes) {
    return bytes / MEBI;
  }

  static Optional<Double> gcShare(double gcMillis, long windowNs) {
    return Optional.of(100 * gcMillis * NANOS_PER_MILLI / windowNs);
  }

  private static Metric metric(String id, String label, String unit, double negligible) {
    return new Metric(id, label, unit, LOWER, negligible, Set.of(Kind.HTTP, Kind.SUITE));
  }
}
