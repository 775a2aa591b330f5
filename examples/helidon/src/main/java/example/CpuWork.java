package example;

/** A number of steps that was timed once, so that a request does the same work under any load. */
final class CpuWork {
  private static final int STEPS = 400_000;
  private static final double STEPS_PER_NANO = STEPS / (double) fastestNanos();

  private CpuWork() {}

  static void run(int micros) {
    step(Math.round(micros * 1_000 * STEPS_PER_NANO));
  }

  /** Time of the fastest round. In the first rounds the code is not compiled yet. */
  private static long fastestNanos() {
    long fastest = Long.MAX_VALUE;
    for (int round = 0; round < 40; round++) {
      long start = System.nanoTime();
      step(STEPS);
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    return fastest;
  }

  /** Marsaglia's xorshift: each step needs the one before, and none is 0. */
  private static void step(long steps) {
    long value = 88_172_645_463_325_252L;
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
