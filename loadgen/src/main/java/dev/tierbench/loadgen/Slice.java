package dev.tierbench.loadgen;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one loop counted in one second, or less, of one phase. Filled by its loop, then handed over
 * and never changed again. Times are nanoseconds of {@link System#nanoTime}.
 */
final class Slice {

  /** Longer than any time-out; three digits, 1 us apart at the least. */
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private static final long LOWEST_NANOS = 1_000;
  private static final int DIGITS = 3;

  final int loop;
  final int phase;
  final long startNanos;
  final boolean first;
  final long carriedIn;
  final Histogram serviceNanos = histogram();
  final Histogram responseNanos;
  final Histogram loopLagNanos = histogram();
  final Longest pause = new Longest();
  final Longest silence = new Longest();

  long endNanos;
  long sent;
  long ok;
  final Map<FailureKind, Long> failed = new EnumMap<>(FailureKind.class);
  long inFlightAtEnd;
  long inFlightAgeAtEndNanos;
  long carriedInAgeNanos;
  long due;
  long unsentAtEnd;
  long sentOnTime;
  long maxScheduleLagNanos;
  long bytesReceived;
  long errorStatuses;
  long reconnects;

  /**
   * @param first whether the slice opens its phase
   * @param open whether response times are recorded
   */
  Slice(int loop, int phase, long startNanos, boolean first, long carriedIn, boolean open) {
    this.loop = loop;
    this.phase = phase;
    this.startNanos = startNanos;
    this.first = first;
    this.carriedIn = carriedIn;
    responseNanos = open ? histogram() : null;
  }

  /** The nearest value that the histograms take. */
  static long clamped(long nanos) {
    return Math.clamp(nanos, 0, HIGHEST_NANOS);
  }

  static Histogram histogram() {
    return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
  }
}
