package dev.tierbench.observer.trace;

import java.time.Duration;

/**
 * How far bpftrace's clock is ahead of {@link System#nanoTime}. Both count from the start of the
 * host, but bpftrace's counts suspended time where the kernel offers that clock, and a time
 * namespace moves ours. So they differ by nothing or by a constant. Thread-safe.
 */
final class ClockOffset {

  /** A line is read later than this only on a host that hardly runs. */
  private static final long LATEST = Duration.ofSeconds(10).toNanos();

  private long largest = Long.MIN_VALUE;

  /** Takes a stamp of bpftrace, and when this process read it. */
  synchronized void read(long stampNanos, long nowNanos) {
    largest = Math.max(largest, stampNanos - nowNanos);
  }

  /**
   * The offset; of an offset that is not 0 the time is missing that the quickest line took to
   * arrive.
   */
  synchronized long nanos() {
    return largest <= 0 && largest > -LATEST ? 0 : largest;
  }
}
