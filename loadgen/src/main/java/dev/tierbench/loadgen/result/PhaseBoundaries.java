package dev.tierbench.loadgen.result;

import dev.tierbench.loadgen.plan.PhasePlan;
import java.util.List;

/**
 * The instants that cut a run: phase boundaries, and one-second marks inside each phase. The same
 * for all loops. Thread-safe: {@link #release} moves only boundaries that no loop has reached.
 */
public final class PhaseBoundaries {

  /** Distance of the marks inside a phase: one second. */
  static final long MARK_NANOS = 1_000_000_000L;

  /** A release has to reach every loop before the boundary that it moves comes. */
  private static final long NOTICE_NANOS = 200_000_000L;

  /** An idle loop is late only by its tick. */
  private static final long IDLE_NOTICE_NANOS = 30_000_000L;

  /** An idle phase ends at a multiple of this after its start. */
  private static final long IDLE_STEP_NANOS = 10_000_000L;

  /** A held phase with load ends at a multiple of this after its start: nobody reads its rate. */
  private static final long HELD_STEP_NANOS = 100_000_000L;

  private final List<PhasePlan> phases;
  private volatile long[] instants;

  /** Creates the boundaries of phases that follow each other from {@code startNanos} on. */
  public PhaseBoundaries(long startNanos, List<PhasePlan> phases) {
    long[] boundaries = new long[phases.size() + 1];
    boundaries[0] = startNanos;
    for (int i = 0; i < phases.size(); i++) {
      boundaries[i + 1] = boundaries[i] + phases.get(i).duration().toNanos();
    }
    instants = boundaries;
    this.phases = List.copyOf(phases);
  }

  /** Returns whether nothing is sent in a phase. */
  public boolean isIdle(int phase) {
    return phases.get(phase).idle();
  }

  /** Returns by how much the rate of the open model is multiplied in a phase; 0 in an idle one. */
  double pace(int phase) {
    return isIdle(phase) ? 0 : phases.get(phase).pace();
  }

  /**
   * Ends the phase early, at its first full second that all loops have notice of; a held one, which
   * is not measured, as soon as they do.
   */
  public void release(int phase, long nowNanos) {
    long step = step(phase);
    long notice = isIdle(phase) ? IDLE_NOTICE_NANOS : NOTICE_NANOS;
    long steps = (nowNanos + notice - start(phase)) / step + 1;
    long early = end(phase) - (start(phase) + steps * step);
    if (early <= 0) {
      return;
    }
    long[] moved = instants.clone();
    for (int boundary = phase + 1; boundary < moved.length; boundary++) {
      moved[boundary] -= early;
    }
    instants = moved;
  }

  private long step(int phase) {
    if (isIdle(phase)) {
      return IDLE_STEP_NANOS;
    }
    return phases.get(phase).held() ? HELD_STEP_NANOS : MARK_NANOS;
  }

  /** Returns the number of phases. */
  public int phases() {
    return phases.size();
  }

  /** Returns the opening boundary of a phase, counted from 0. */
  public long start(int phase) {
    return instants[phase];
  }

  /** Returns the closing boundary of a phase, counted from 0. */
  public long end(int phase) {
    return instants[phase + 1];
  }

  /** Returns the first mark or boundary after an instant of the phase. */
  public long nextCut(int phase, long afterNanos) {
    long seconds = (afterNanos - start(phase)) / MARK_NANOS;
    return Math.min(start(phase) + (seconds + 1) * MARK_NANOS, end(phase));
  }
}
