package dev.tierbench.run.delay;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The delays of one request after another: the same sequence for the same seed, whatever serves the
 * requests. Thread-safe.
 */
public final class DelaySequence {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int UNUSED_BITS = 11;
  private static final double STEP = 0x1.0p-53;

  private final DelayDistribution distribution;
  private final long seed;
  private final long longestNanos;
  private final AtomicLong next = new AtomicLong();

  /**
   * A sequence at its start.
   *
   * @param longest that a delay lasts: one that would be longer is cut to it
   */
  public DelaySequence(DelayDistribution distribution, long seed, Duration longest) {
    this.distribution = distribution;
    this.seed = seed;
    this.longestNanos = longest.toNanos();
  }

  /** The delay of the next request, in nanoseconds. */
  public long nextNanos() {
    return distribution instanceof DelayDistribution.Constant constant
        ? constant.delay().toNanos()
        : nanos(next.getAndIncrement());
  }

  /** Begins the sequence again. */
  public void restart() {
    next.set(0);
  }

  /** The delay at a place of the sequence, from 0. */
  private long nanos(long place) {
    double share = ((mixed(seed + (place + 1) * GOLDEN) >>> UNUSED_BITS) + 0.5) * STEP;
    return Math.min(longestNanos, Math.round(distribution.quantile(share) * NANOS_PER_SECOND));
  }

  /** The output function of SplitMix64 (Steele, Lea and Flood 2014). */
  private static long mixed(long state) {
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
