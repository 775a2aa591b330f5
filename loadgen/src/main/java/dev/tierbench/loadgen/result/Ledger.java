package dev.tierbench.loadgen.result;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * The accounting of one loop. Every event carries its instant; an event at or behind a cut first
 * closes the slice before it, so phases are cut exactly and not by when a timer ran. A request
 * belongs to the slice in which it ended. Confined to its loop.
 */
public final class Ledger {

  /** A send within this time of its intended start counts as on time. */
  private static final long ON_TIME_NANOS = 1_000_000;

  private final int loop;
  private final boolean open;
  private final PhaseBoundaries boundaries;
  private final Optional<? extends Backlog> backlog;
  private final LastEnd lastEnd;
  private final Consumer<Slice> sealed;
  private Slice slice;
  private long cutNanos;
  private long inFlight;
  private long idleEnds;

  /** When the loop is to tick next; a loop that stands still does not. */
  private long tickDueNanos;

  /**
   * Sum of the send instants of all requests in flight, each in nanoseconds after the start of the
   * run, which keeps the sum small.
   */
  private long sentSumNanos;

  private boolean finished;

  /** Arrivals of the open model that are due and wait for a connection. */
  public interface Backlog {
    /** Notes every arrival that is due before the instant. */
    void dueUntil(long nanos);

    long waiting();

    /** The arrivals come at so many times their rate from the instant on; 0 is none at all. */
    void pace(double times, long nanos);

    /** The intended start of the one that waits longest; asked only when one does. */
    long oldestNanos();
  }

  /**
   * Creates the ledger of one loop, which begins at the start of the first phase.
   *
   * @param backlog what is due and unsent; only the open model has one
   * @param lastEnd of all loops
   * @param sealed takes each slice when it is complete
   */
  public Ledger(
      int loop,
      PhaseBoundaries boundaries,
      Optional<? extends Backlog> backlog,
      LastEnd lastEnd,
      Consumer<Slice> sealed) {
    this.loop = loop;
    open = backlog.isPresent();
    this.boundaries = boundaries;
    this.backlog = backlog;
    this.lastEnd = lastEnd;
    this.sealed = sealed;
    tickDueNanos = boundaries.start(0);
    slice = new Slice(loop, 0, boundaries.start(0), true, 0, open);
    cutNanos = boundaries.nextCut(0, boundaries.start(0));
  }

  /** Returns whether the last phase has ended. */
  public boolean finished() {
    return finished;
  }

  /** Returns by how much the rate is multiplied in the phase under way; 0 when it is idle. */
  public double pace() {
    return finished ? 0 : boundaries.pace(slice.phase);
  }

  /** Returns whether the phase under way is one in which nothing is sent. */
  public boolean isIdle() {
    return !finished && boundaries.isIdle(slice.phase);
  }

  /** Returns how many times a phase with load has followed one in which nothing is sent. */
  public long idleEnds() {
    return idleEnds;
  }

  /** Returns the number of requests that were sent and have not ended. */
  public long inFlight() {
    return inFlight;
  }

  /** Closes every slice that ended at or before the instant. */
  public void at(long nowNanos) {
    while (!finished && nowNanos - nextCut() >= 0) {
      cut();
    }
  }

  /** The next cut; a release may have moved the end of the phase to before the next mark. */
  private long nextCut() {
    cutNanos = Math.min(cutNanos, boundaries.end(slice.phase));
    return cutNanos;
  }

  /** Ends the run early: what was counted so far stands. */
  public void stop(long nowNanos) {
    at(nowNanos);
    if (!finished) {
      seal(slice.startNanos + Math.max(0, nowNanos - slice.startNanos));
      finished = true;
    }
  }

  private void cut() {
    int phase = slice.phase;
    boolean phaseEnds = cutNanos == boundaries.end(phase);
    seal(cutNanos);
    if (phaseEnds && phase + 1 == boundaries.phases()) {
      finished = true;
      return;
    }
    int next = phaseEnds ? phase + 1 : phase;
    if (boundaries.isIdle(phase) && !boundaries.isIdle(next)) {
      idleEnds++;
    }
    if (boundaries.pace(next) != boundaries.pace(phase)) {
      long atNanos = cutNanos;
      backlog.ifPresent(arrivals -> arrivals.pace(boundaries.pace(next), atNanos));
    }
    slice = new Slice(loop, next, cutNanos, phaseEnds, inFlight, open);
    slice.carriedInAgeNanos = inFlightAge(cutNanos);
    cutNanos = boundaries.nextCut(next, cutNanos);
  }

  private void seal(long endNanos) {
    slice.endNanos = endNanos;
    slice.inFlightAtEnd = inFlight;
    slice.inFlightAgeAtEndNanos = inFlightAge(endNanos);
    stillness(endNanos);
    backlog.ifPresent(arrivals -> sealBacklog(arrivals, endNanos));
    sealed.accept(slice);
  }

  /** How long those in flight have been so, in all. */
  private long inFlightAge(long nowNanos) {
    return inFlight * (nowNanos - boundaries.start(0)) - sentSumNanos;
  }

  /**
   * Counts the arrivals that still wait at a cut, and their lag: they are late already now, not
   * only when they are sent.
   */
  private void sealBacklog(Backlog arrivals, long endNanos) {
    arrivals.dueUntil(endNanos);
    slice.unsentAtEnd = arrivals.waiting();
    if (slice.unsentAtEnd > 0) {
      lag(endNanos - arrivals.oldestNanos());
    }
  }

  private void lag(long lagNanos) {
    slice.maxScheduleLagNanos = Math.max(slice.maxScheduleLagNanos, lagNanos);
  }

  /** Counts an arrival of the schedule; its slice must not be handed over yet. */
  public void due() {
    if (finished) {
      throw new IllegalStateException("an arrival is due after the end");
    }
    slice.due++;
  }

  /**
   * Counts a request that is about to be sent.
   *
   * @return false when the run is over and it must not be
   */
  public boolean sent(long nowNanos) {
    at(nowNanos);
    if (finished) {
      return false;
    }
    inFlight++;
    sentSumNanos += nowNanos - boundaries.start(0);
    slice.sent++;
    return true;
  }

  /**
   * Counts a request of the open model that is about to be sent, and its lag behind the intended
   * start.
   *
   * @param lacked whether a connection was what it waited for
   */
  public boolean sent(long nowNanos, long intendedNanos, boolean lacked) {
    if (!sent(nowNanos)) {
      return false;
    }
    long lagNanos = nowNanos - intendedNanos;
    lag(lagNanos);
    if (lagNanos <= ON_TIME_NANOS) {
      slice.sentOnTime++;
    } else if (lacked) {
      slice.lateWithoutConnection++;
    } else {
      slice.lateWithConnection++;
    }
    return true;
  }

  /** Counts a request that was answered as expected, and its service time. */
  public void ok(long nowNanos, long sentNanos) {
    at(nowNanos);
    ended(nowNanos, sentNanos);
    if (!finished) {
      slice.ok++;
      slice.serviceNanos.recordValue(Tally.clamped(nowNanos - sentNanos));
    }
  }

  /**
   * Counts a request of the open model that was answered as expected, its service time and its
   * response time.
   */
  public void ok(long nowNanos, long sentNanos, long intendedNanos) {
    ok(nowNanos, sentNanos);
    if (!finished) {
      slice.responseNanos.recordValue(Tally.clamped(nowNanos - intendedNanos));
    }
  }

  /**
   * Counts a request that was sent and failed.
   *
   * @return whether it counted: not after the end
   */
  public boolean failed(long nowNanos, long sentNanos, FailureKind kind) {
    boolean counted = countFailure(nowNanos, kind);
    ended(nowNanos, sentNanos);
    return counted;
  }

  private void ended(long nowNanos, long sentNanos) {
    if (!finished) {
      silence(nowNanos);
    }
    lastEnd.at(loop, nowNanos);
    inFlight--;
    sentSumNanos -= sentNanos - boundaries.start(0);
  }

  /**
   * Counts a request of the closed model that could not be sent because no connection could be
   * made: begun and failed, but not sent. Returns whether it counted: not after the end.
   */
  public boolean failedToConnect(long nowNanos) {
    return countFailure(nowNanos, FailureKind.CONNECT);
  }

  /** Counts a response whose status wrk calls an error, whether or not it was expected. */
  public void errorStatus() {
    if (!finished) {
      slice.errorStatuses++;
    }
  }

  /** Counts a response with status 504 among those that failed by their status. */
  public void gatewayTimeout() {
    if (!finished) {
      slice.gatewayTimeouts++;
    }
  }

  private boolean countFailure(long nowNanos, FailureKind kind) {
    at(nowNanos);
    if (!finished) {
      slice.failed.merge(kind, 1L, Long::sum);
    }
    return !finished;
  }

  /** Counts a connection that was reconnected. */
  public void reconnected(long nowNanos) {
    at(nowNanos);
    if (!finished) {
      slice.reconnects++;
    }
  }

  /** Counts a connection that was replaced as planned. */
  public void renewed(long nowNanos, Renewal renewal) {
    at(nowNanos);
    if (!finished) {
      slice.renewals.add(renewal);
    }
  }

  /** Counts bytes received. */
  public void received(int bytes) {
    slice.bytesReceived += bytes;
  }

  /**
   * Records how late the loop ticks. A late tick also stands for those that it made the loop miss.
   *
   * @return when the next one is due
   */
  public long tick(long nowNanos, long tickNanos) {
    at(nowNanos);
    if (!finished) {
      slice.loopLagNanos.recordValueWithExpectedInterval(
          Tally.clamped(nowNanos - tickDueNanos), tickNanos);
      stillness(nowNanos);
    }
    tickDueNanos += Math.max(tickNanos, nowNanos - tickDueNanos);
    return tickDueNanos;
  }

  /**
   * Records, up to the given instant, how long this loop has paused and how long no request of any
   * loop has ended.
   */
  private void stillness(long nowNanos) {
    long startNanos = boundaries.start(slice.phase);
    slice.pause.add(startNanos + Math.max(0, tickDueNanos - startNanos), nowNanos);
    silence(nowNanos);
  }

  private void silence(long nowNanos) {
    long startNanos = boundaries.start(slice.phase);
    slice.silence.add(startNanos + Math.max(0, lastEnd.latestNanos() - startNanos), nowNanos);
  }
}
