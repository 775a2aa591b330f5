package dev.tierbench.loadgen;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * The books of one loop. Every event carries its instant; an event at or behind a cut first closes
 * the slice before it, so phases are cut exactly and not by when a timer ran. A request belongs to
 * the slice in which it ended. Confined to its loop.
 */
final class Ledger {

  /** A send within this time of its intended start counts as on time. */
  private static final long ON_TIME_NANOS = 1_000_000;

  private final int loop;
  private final boolean open;
  private final Edges edges;
  private final Optional<? extends Backlog> backlog;
  private final Consumer<Slice> sealed;
  private Slice slice;
  private long cutNanos;
  private long inFlight;
  private boolean finished;

  /** Arrivals of the open model that are due and wait for a connection. */
  interface Backlog {
    /** Notes every arrival that is due before the instant. */
    void dueUntil(long nanos);

    long waiting();
  }

  /**
   * @param backlog what is due and unsent; only the open model has one
   * @param sealed takes each slice when it is complete
   */
  Ledger(
      int loop, Edges edges, Optional<? extends Backlog> backlog, Consumer<Slice> sealed) {
    this.loop = loop;
    open = backlog.isPresent();
    this.edges = edges;
    this.backlog = backlog;
    this.sealed = sealed;
    slice = new Slice(loop, 0, edges.start(0), true, 0, open);
    cutNanos = edges.nextCut(0, edges.start(0));
  }

  boolean finished() {
    return finished;
  }

  long inFlight() {
    return inFlight;
  }

  /** The next instant at which a slice ends; someone has to call {@link #at} then. */
  long nextCutNanos() {
    return cutNanos;
  }

  /** Closes every slice that ended at or before the instant. */
  void at(long nowNanos) {
    while (!finished && nowNanos - cutNanos >= 0) {
      cut();
    }
  }

  /** Ends the run early: what was counted so far stands. */
  void stop(long nowNanos) {
    at(nowNanos);
    if (!finished) {
      seal(nowNanos);
      finished = true;
    }
  }

  private void cut() {
    int phase = slice.phase;
    boolean phaseEnds = cutNanos == edges.end(phase);
    seal(cutNanos);
    if (phaseEnds && phase + 1 == edges.phases()) {
      finished = true;
      return;
    }
    int next = phaseEnds ? phase + 1 : phase;
    slice = new Slice(loop, next, cutNanos, phaseEnds, inFlight, open);
    cutNanos = edges.nextCut(next, cutNanos);
  }

  private void seal(long endNanos) {
    backlog.ifPresent(arrivals -> arrivals.dueUntil(endNanos));
    slice.endNanos = endNanos;
    slice.inFlightAtEnd = inFlight;
    slice.unsentAtEnd = backlog.map(Backlog::waiting).orElse(0L);
    sealed.accept(slice);
  }

  void due() {
    slice.due++;
  }

  void sent(long nowNanos) {
    at(nowNanos);
    inFlight++;
    if (!finished) {
      slice.sent++;
    }
  }

  /** Open model: a send with the start that the schedule had meant for it. */
  void sent(long nowNanos, long intendedNanos) {
    sent(nowNanos);
    long lag = nowNanos - intendedNanos;
    slice.maxScheduleLagNanos = Math.max(slice.maxScheduleLagNanos, lag);
    if (lag <= ON_TIME_NANOS) {
      slice.sentOnTime++;
    }
  }

  void ok(long nowNanos, long sentNanos) {
    at(nowNanos);
    inFlight--;
    if (!finished) {
      slice.ok++;
      slice.serviceNanos.recordValue(nowNanos - sentNanos);
    }
  }

  /** Open model: also records the response time. */
  void ok(long nowNanos, long sentNanos, long intendedNanos) {
    ok(nowNanos, sentNanos);
    if (!finished) {
      slice.responseNanos.recordValue(nowNanos - intendedNanos);
    }
  }

  /** A request that was sent and failed. */
  void failed(long nowNanos, FailureKind kind) {
    at(nowNanos);
    inFlight--;
    if (!finished) {
      slice.failed.merge(kind, 1L, Long::sum);
    }
  }

  /** A request that could not be sent for want of a connection: begun and failed at once. */
  void failedToConnect(long nowNanos) {
    at(nowNanos);
    if (!finished) {
      slice.sent++;
      slice.failed.merge(FailureKind.CONNECT, 1L, Long::sum);
    }
  }

  void reconnected(long nowNanos) {
    at(nowNanos);
    if (!finished) {
      slice.reconnects++;
    }
  }

  void received(int bytes) {
    slice.bytesReceived += bytes;
  }

  void loopLag(long nowNanos, long lagNanos) {
    at(nowNanos);
    if (!finished) {
      slice.loopLagNanos.recordValue(Math.max(0, lagNanos));
    }
  }
}
