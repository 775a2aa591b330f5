package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.result.RunListener;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Acts once, at the end of the first second of a load in which the compilers worked for less than a
 * twentieth of the time, after as many requests as make the optimizing compiler take a method up.
 * Without those a JVM that gets little of its core would pass as idle.
 */
final class IdleCompilers implements RunListener {

  /** Less than so much work in a second is idle. */
  static final long IDLE_MILLIS = 50;

  private final LongSupplier workMillis;
  private final long requestsAtLeast;
  private final Runnable action;
  private long before;
  private long requests;
  private boolean done;

  /**
   * Makes a listener to a load of one phase.
   *
   * @param workMillis for how long the compilers have worked so far
   */
  IdleCompilers(LongSupplier workMillis, long requestsAtLeast, Runnable action) {
    this.workMillis = workMillis;
    this.requestsAtLeast = requestsAtLeast;
    this.action = action;
  }

  /** Returns whether this JVM has compilers: one that only interprets has none. */
  static boolean exist() {
    return ManagementFactory.getCompilationMXBean() != null;
  }

  /** Returns for how long the compilers of this JVM have worked so far; 0 when it has none. */
  static long ofThisJvm() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
        ? 0
        : compilers.getTotalCompilationTime();
  }

  @Override
  public void phaseStarted(String phase, Instant boundary) {
    before = workMillis.getAsLong();
  }

  @Override
  public void second(Second second) {
    secondEnded(second.counted().ok());
  }

  void secondEnded(long answered) {
    requests += answered;
    long now = workMillis.getAsLong();
    boolean idle = now - before < IDLE_MILLIS;
    before = now;
    if (idle && requests >= requestsAtLeast && !done) {
      done = true;
      action.run();
    }
  }
}
