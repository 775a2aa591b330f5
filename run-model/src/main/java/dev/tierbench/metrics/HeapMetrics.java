package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.run.Units.BYTES_PER_MIB;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;

/** What the measured work asked of the heap: alike in all runs. */
public final class HeapMetrics {

  private static final double NEGLIGIBLE_BYTES = 1;
  private static final double NEGLIGIBLE_PERCENT = 0.1;

  static final Metric ALLOCATION =
      Metric.ofAll("allocated_bytes_per_op", "allocation", "B/op", LOWER)
          .withNegligible(NEGLIGIBLE_BYTES);
  static final Metric AFTER_GC =
      Metric.ofAll("heap_after_gc_mib", "heap after a collection", "MiB", LOWER);
  static final Metric GC_SHARE =
      Metric.ofAll("gc_percent", "time in collections", "%", LOWER)
          .withNegligible(NEGLIGIBLE_PERCENT);

  private HeapMetrics() {}

  /** Mebibytes of a number of bytes. */
  public static double mebibytes(long bytes) {
    return (double) bytes / BYTES_PER_MIB;
  }

  static double gcShare(double gcMillis, long windowNs) {
    return 100 * gcMillis * NANOS_PER_MILLI / windowNs;
  }
}
