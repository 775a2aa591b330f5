package dev.tierbench.echo;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The longest time since a reset in which one event loop ran nothing that was due, seen by a timer
 * of its own. Confined to its loop.
 */
final class LoopWatch {

  private static final long TICK_NANOS = 10_000_000L;

  private final EventExecutor loop;
  private long resetNanos;
  private long dueNanos;
  private long longestNanos;
  private long fromNanos;

  LoopWatch(EventExecutor loop) {
    this.loop = loop;
  }

  /** Watches from now on. */
  void start() {
    reset();
    dueNanos = resetNanos;
    tick();
  }

  void reset() {
    resetNanos = System.nanoTime();
    longestNanos = 0;
    fromNanos = resetNanos;
  }

  /** What was seen, with a pause that ends just now. */
  Pause read() {
    look(System.nanoTime());
    return new Pause(longestNanos, fromNanos - resetNanos);
  }

  private void tick() {
    long nowNanos = System.nanoTime();
    look(nowNanos);
    dueNanos = nowNanos + TICK_NANOS;
    loop.schedule(this::tick, TICK_NANOS, TimeUnit.NANOSECONDS);
  }

  private void look(long nowNanos) {
    long from = dueNanos - resetNanos > 0 ? dueNanos : resetNanos;
    if (nowNanos - from > longestNanos) {
      longestNanos = nowNanos - from;
      fromNanos = from;
    }
  }

  /**
   * A pause of a loop.
   *
   * @param atNanos when it began, after the reset
   */
  record Pause(long nanos, long atNanos) {}
}
