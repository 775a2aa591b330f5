package dev.tierbench.run.delay;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers between 0 and 1, one for each request: the same sequence for the same seed, whatever
 * serves the requests. Thread-safe.
 */
public final class UniformSequence {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int UNUSED_BITS = 11;
  private static final double STEP = 0x1.0p-53;

  private final long seed;
  private final AtomicLong next = new AtomicLong();

  /** A sequence at its start. */
  public UniformSequence(long seed) {
    this.seed = seed;
  }

  /** The number of the next request; neither 0 nor 1. */
  public double next() {
    long place = next.getAndIncrement();
    return ((mixed(seed + (place + 1) * GOLDEN) >>> UNUSED_BITS) + 0.5) * STEP;
  }

  /** Begins the sequence again. */
  public void restart() {
    next.set(0);
  }

  /** The output function of SplitMix64 (Steele, Lea and Flood 2014). */
  private static long mixed(long state) {
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
