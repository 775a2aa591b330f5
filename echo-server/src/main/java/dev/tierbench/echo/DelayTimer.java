package dev.tierbench.echo;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * The timer of one event loop: runs each exchange at its due time and never before. One loop task
 * is armed for the earliest of all that wait, so a waiting request costs no task of its own.
 * Confined to its loop.
 */
final class DelayTimer {

  private static final FastThreadLocal<DelayTimer> OF_LOOP = new FastThreadLocal<>();

  private final EventLoop loop;
  private final PriorityQueue<Exchange> waiting =
      new PriorityQueue<>(1024, (a, b) -> Long.compare(a.dueNanos - b.dueNanos, 0));
  private final Runnable fire = this::fire;
  private boolean armed;
  private long armedForNanos;

  private DelayTimer(EventLoop loop) {
    this.loop = loop;
  }

  /** The timer of the loop that calls. */
  static DelayTimer of(EventLoop loop) {
    DelayTimer timer = OF_LOOP.get();
    if (timer == null) {
      timer = new DelayTimer(loop);
      OF_LOOP.set(timer);
    }
    return timer;
  }

  void add(Exchange exchange, long nowNanos) {
    waiting.add(exchange);
    if (!armed || exchange.dueNanos - armedForNanos < 0) {
      arm(exchange.dueNanos, nowNanos);
    }
  }

  /** An earlier task that is still armed finds nothing due and leaves the rest to this one. */
  private void arm(long dueNanos, long nowNanos) {
    armed = true;
    armedForNanos = dueNanos;
    loop.schedule(fire, dueNanos - nowNanos, TimeUnit.NANOSECONDS);
  }

  private void fire() {
    long nowNanos = System.nanoTime();
    if (armed && nowNanos - armedForNanos >= 0) {
      armed = false;
    }
    Exchange next = waiting.peek();
    for (; next != null && next.dueNanos - nowNanos <= 0; next = waiting.peek()) {
      waiting.poll();
      next.connection.due(next);
    }
    if (next != null && !armed) {
      arm(next.dueNanos, System.nanoTime());
    }
  }
}
