package dev.tierbench.server;

/**
 * CPU work of a known length, in steps that were timed once. Time in which the thread does not run
 * does not count, so a request does the same work under any load.
 */
final class CpuWork {
  private static final int SETTLED_ROUNDS = 40;
  private static final int MOST_ROUNDS = 400;
  private static final int STEPS = 400_000;
  private static final double FASTER = 0.98;
  private static final long SEED = 0x9E3779B97F4A7C15L;
  private static final double NANOS_PER_MICRO = 1_000;

  /**
   * Steps per microsecond in the fastest round. In other rounds the code was not compiled yet, or
   * the thread waited.
   */
  private static final double STEPS_PER_MICRO = STEPS / (fastestRoundNanos() / NANOS_PER_MICRO);

  private CpuWork() {}

  static void run(int micros) {
    step(Math.round(micros * STEPS_PER_MICRO));
  }

  private static long fastestRoundNanos() {
    long fastest = Long.MAX_VALUE;
    int fastestRound = 0;
    for (int round = 0; round < MOST_ROUNDS && round - fastestRound < SETTLED_ROUNDS; round++) {
      long start = System.nanoTime();
      step(STEPS);
      long nanos = System.nanoTime() - start;
      if (nanos < fastest * FASTER) {
        fastestRound = round;
      }
      fastest = Math.min(fastest, nanos);
    }
    return fastest;
  }

  /** Marsaglia's xorshift: each step needs the one before it, and no value of it is ever 0. */
  private static void step(long steps) {
    long value = SEED;
    for (long step = 0; step < steps; step++) {
      value ^= value << 13;
      value ^= value >>> 7;
      value ^= value << 17;
    }
    if (value == 0) {
      throw new IllegalStateException("xorshift made a 0");
    }
  }
}
