package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.arrival.Arrivals;
import dev.tierbench.loadgen.arrival.WaitingArrivals;
import dev.tierbench.loadgen.result.Ledger;
import java.util.ArrayDeque;

/**
 * The open model: arrivals happen whether or not the server keeps up. An arrival without a free
 * connection waits in order and keeps its intended start, so the wait counts in its response time.
 */
final class OpenPacer implements Pacer, Ledger.Backlog {

  private final Arrivals arrivals;
  private final Timer timer;
  private final NanoClock clock;
  private final ArrayDeque<Connection> free = new ArrayDeque<>();
  private final WaitingArrivals waiting = new WaitingArrivals();
  private final Runnable wake = this::wake;
  private Ledger ledger;
  private long beginNanos;
  private boolean begun;
  private long nextNanos;

  /** Whether the timer is set for an arrival. */
  private boolean armed;

  /** The instant since when nothing is due, while {@link #idle}. */
  private long idleSinceNanos;

  private boolean idle;

  OpenPacer(Arrivals arrivals, Timer timer, NanoClock clock) {
    this.arrivals = arrivals;
    this.timer = timer;
    this.clock = clock;
  }

  /** Breaks the constructor cycle with Ledger; call once before begin(). */
  void bind(Ledger newLedger) {
    ledger = newLedger;
  }

  @Override
  public void begin(long nowNanos) {
    begun = true;
    beginNanos = nowNanos;
    nextNanos = beginNanos + arrivals.nextNanos();
    if (ledger.isIdle()) {
      idle(true, nowNanos);
    }
    pump(clock.nanoTime());
  }

  @Override
  public void free(Connection connection, long nowNanos) {
    free.add(connection);
    pump(nowNanos);
  }

  @Override
  public void lost(Connection connection) {
    free.remove(connection);
  }

  private void wake() {
    armed = false;
    pump(clock.nanoTime());
  }

  /** Sends what is due, and sets the timer for the next arrival. */
  private void pump(long nowNanos) {
    ledger.at(nowNanos);
    if (ledger.finished()) {
      return;
    }
    dueUntil(nowNanos + 1);
    release(nowNanos);
    if (!armed && begun && !idle) {
      armed = true;
      timer.at(nextNanos, wake);
    }
  }

  /** Sends what waits, each stamped with its own instant; a cut between two is made first. */
  private void release(long nowNanos) {
    long sendNanos = nowNanos;
    while (waiting.size() > 0 && !free.isEmpty() && !ledger.finished()) {
      boolean lacked = waiting.lackedConnection(sendNanos);
      free.poll().send(sendNanos, waiting.poll(), lacked);
      sendNanos = clock.nanoTime();
      ledger.at(sendNanos);
    }
  }

  @Override
  public void dueUntil(long nanos) {
    if (!begun || idle || nextNanos - nanos >= 0) {
      return;
    }
    // A cut may lie far behind: a loop that stood still makes it late.
    long nowNanos = clock.nanoTime();
    while (nextNanos - nanos < 0) {
      waiting.add(nextNanos, nowNanos, free.size());
      ledger.due();
      nextNanos = beginNanos + arrivals.nextNanos();
    }
  }

  /** The schedule stands still while nothing is due, and goes on where it was. */
  @Override
  public void idle(boolean begins, long nanos) {
    idle = begins;
    if (begins) {
      idleSinceNanos = nanos;
    } else {
      beginNanos += nanos - idleSinceNanos;
      nextNanos += nanos - idleSinceNanos;
    }
  }

  @Override
  public void resume(long nowNanos) {
    pump(nowNanos);
  }

  @Override
  public long waiting() {
    return waiting.size();
  }

  @Override
  public long oldestNanos() {
    return waiting.oldestNanos();
  }

  @Override
  public void answered(Connection connection, long nowNanos) {
    ledger.ok(nowNanos, connection.sentNanos(), connection.intendedNanos());
  }
}
