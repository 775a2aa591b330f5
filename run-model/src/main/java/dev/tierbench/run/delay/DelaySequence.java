package dev.tierbench.run.delay;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import java.time.Duration;

/**
 * The delays of one request after another: the same sequence for the same seed, whatever serves the
 * requests. Thread-safe.
 */
public final class DelaySequence {

  private final DelayDistribution distribution;
  private final long longestNanos;
  private final UniformSequence shares;

  /**
   * A sequence at its start.
   *
   * @param longest that a delay lasts: one that would be longer is cut to it
   */
  public DelaySequence(DelayDistribution distribution, long seed, Duration longest) {
    this.distribution = distribution;
    this.shares = new UniformSequence(seed);
    this.longestNanos = longest.toNanos();
  }

  /** The delay of the next request, in nanoseconds. */
  public long nextNanos() {
    return distribution instanceof DelayDistribution.Constant constant
        ? constant.delay().toNanos()
        : nanos(shares.next());
  }

  /** Begins the sequence again. */
  public void restart() {
    shares.restart();
  }

  /** The delay that so large a share of all delays does not exceed. */
  private long nanos(double share) {
    return Math.min(longestNanos, Math.round(distribution.quantile(share) * NANOS_PER_SECOND));
  }
}
