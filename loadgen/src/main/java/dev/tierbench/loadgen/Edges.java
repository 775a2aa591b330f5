package dev.tierbench.loadgen;

import java.util.List;

/**
 * The instants that cut a run: phase edges, and one-second marks inside each phase. The same for
 * all loops. Thread-safe: {@link #release} moves only edges that no loop has reached.
 */
final class Edges {

  private static final long SECOND_NANOS = 1_000_000_000L;

  /** A release has to reach every loop before the edge that it moves comes. */
  private static final long NOTICE_NANOS = 200_000_000L;

  private volatile long[] phaseEdges;

  Edges(long startNanos, List<PhasePlan> phases) {
    long[] edges = new long[phases.size() + 1];
    edges[0] = startNanos;
    for (int i = 0; i < phases.size(); i++) {
      edges[i + 1] = edges[i] + phases.get(i).duration().toNanos();
    }
    phaseEdges = edges;
  }

  /** Ends the phase early, at its first full second that all loops have notice of. */
  void release(int phase, long nowNanos) {
    long seconds = (nowNanos + NOTICE_NANOS - start(phase)) / SECOND_NANOS + 1;
    long early = end(phase) - (start(phase) + seconds * SECOND_NANOS);
    if (early <= 0) {
      return;
    }
    long[] moved = phaseEdges.clone();
    for (int edge = phase + 1; edge < moved.length; edge++) {
      moved[edge] -= early;
    }
    phaseEdges = moved;
  }

  int phases() {
    return phaseEdges.length - 1;
  }

  long start(int phase) {
    return phaseEdges[phase];
  }

  long end(int phase) {
    return phaseEdges[phase + 1];
  }

  long end() {
    return phaseEdges[phaseEdges.length - 1];
  }

  /** The first mark or edge after an instant of the phase. */
  long nextCut(int phase, long afterNanos) {
    long seconds = (afterNanos - start(phase)) / SECOND_NANOS;
    return Math.min(start(phase) + (seconds + 1) * SECOND_NANOS, end(phase));
  }
}
