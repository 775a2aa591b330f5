package dev.tierbench.suite.worker;

/**
 * Decides when the warm-up ends: two neighbouring runs agree and the JIT was idle in the later one,
 * or the time is over. The cold run counts, so that a run longer than the limit has no warm-up.
 */
final class WarmUp {

  private static final double AGREEMENT = 0.03;
  private static final double JIT_SHARE = 0.01;

  private final long limitNanos;
  private long spentNanos;
  private long lastNanos;
  private boolean settled;

  WarmUp(double limitSeconds) {
    this.limitNanos = (long) (limitSeconds * 1e9);
  }

  /** Takes the time of a run and the time that the JIT compiled during it. */
  void add(long wallNanos, long compileMillis) {
    boolean agrees = Math.abs(wallNanos - lastNanos) <= AGREEMENT * lastNanos;
    settled = agrees && compileMillis * 1e6 <= JIT_SHARE * wallNanos;
    spentNanos += wallNanos;
    lastNanos = wallNanos;
  }

  /** Whether the last two runs agreed and the JIT was idle. */
  boolean settled() {
    return settled;
  }

  boolean over() {
    return settled || spentNanos >= limitNanos;
  }
}
