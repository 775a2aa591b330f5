package dev.tierbench.loadgen;

import java.util.List;

/**
 * The instants that cut a run: phase boundaries, and one-second marks inside each phase. The same
 * for all loops. Thread-safe: {@link #release} moves only boundaries that no loop has reached.
 */
final class PhaseBoundaries {

  /** A release has to reach every loop before the boundary that it moves comes. */
  private static final long NOTICE_NANOS = 200_000_000L;

  private volatile long[] instants;

  PhaseBoundaries(long startNanos, List<PhasePlan> phases) {
    long[] boundaries = new long[phases.size() + 1];
    boundaries[0] = startNanos;
    for (int i = 0; i < phases.size(); i++) {
      boundaries[i + 1] = boundaries[i] + phases.get(i).duration().toNanos();
    }
    instants = boundaries;
  }

  /** Ends the phase early, at its first full second that all loops have notice of. */
  void release(int phase, long nowNanos) {
    long seconds = (nowNanos + NOTICE_NANOS - start(phase)) / Arrivals.SECOND_NANOS + 1;
    long early = end(phase) - (start(phase) + seconds * Arrivals.SECOND_NANOS);
    if (early <= 0) {
      return;
    }
    long[] moved = instants.clone();
    for (int boundary = phase + 1; boundary < moved.length; boundary++) {
      moved[boundary] -= early;
    }
    instants = moved;
  }

  int phases() {
    return instants.length - 1;
  }

  long start(int phase) {
    return instants[phase];
  }

  long end(int phase) {
    return instants[phase + 1];
  }

  /** The first mark or boundary after an instant of the phase. */
  long nextCut(int phase, long afterNanos) {
    long seconds = (afterNanos - start(phase)) / Arrivals.SECOND_NANOS;
    return Math.min(start(phase) + (seconds + 1) * Arrivals.SECOND_NANOS, end(phase));
  }
}
