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
  private Ledger ledger;
  private boolean begun;

  /** The schedule runs so many times as fast as the clock; 0 while it stands still. */
  private double pace = 1;

  /** The instant since which it does, and where in the schedule that was. */
  private long paceSinceNanos;

  private long scheduledSinceNanos;

  /** The place of the next arrival in the schedule, and when it is due at that pace. */
  private long scheduledNanos;

  private long nextNanos;

  /** Whether a timer is set that sets the next, and for when. */
  private boolean armed;

  private long armedNanos;

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
    pace = ledger.pace();
    paceSinceNanos = nowNanos;
    next();
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

  /** The arrivals that wait for a connection go on waiting. */
  @Override
  public boolean failedToConnect(long nowNanos) {
    return false;
  }

  private void next() {
    scheduledNanos = arrivals.nextNanos();
    nextNanos = due();
  }

  /** When the next arrival is due; of no use while the schedule stands still. */
  private long due() {
    long ahead = scheduledNanos - scheduledSinceNanos;
    return paceSinceNanos + (pace == 1 ? ahead : Math.round(ahead / pace));
  }

  /** Sets the timer for the next arrival, unless it is set for that or an earlier one. */
  private void arm() {
    if (!begun || pace == 0 || (armed && armedNanos - nextNanos <= 0)) {
      return;
    }
    armed = true;
    armedNanos = nextNanos;
    long forNanos = nextNanos;
    timer.at(forNanos, () -> wake(forNanos));
  }

  /** A timer that was set before the pace rose does not set the next one. */
  private void wake(long forNanos) {
    if (forNanos == armedNanos) {
      armed = false;
    }
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
    arm();
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
    if (!begun || pace == 0 || nextNanos - nanos >= 0) {
      return;
    }
    // A cut may lie far behind: a loop that stood still makes it late.
    long nowNanos = clock.nanoTime();
    while (nextNanos - nanos < 0) {
      waiting.add(nextNanos, nowNanos, free.size());
      ledger.due();
      next();
    }
  }

  /**
   * The schedule goes on from where it is at another pace. What waits at the begin of an idle phase
   * is dropped, uncounted but for what its own phase left unsent: nothing is sent in it, and what
   * would be sent after it was due so long ago because nobody sent it.
   */
  @Override
  public void pace(double times, long nanos) {
    if (!begun) {
      return;
    }
    if (times == 0) {
      waiting.clear();
    }
    scheduledSinceNanos += Math.round((nanos - paceSinceNanos) * pace);
    paceSinceNanos = nanos;
    pace = times;
    nextNanos = due();
    arm();
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
