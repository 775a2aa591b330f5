package dev.tierbench.loadgen;

import java.util.List;

/**
 * The instants that cut a run: phase edges, and one-second marks inside each phase. The same for
 * all loops.
 */
final class Edges {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final long[] phaseEdges;

  Edges(long startNanos, List<PhasePlan> phases) {
    phaseEdges = new long[phases.size() + 1];
    phaseEdges[0] = startNanos;
    for (int i = 0; i < phases.size(); i++) {
      phaseEdges[i + 1] = phaseEdges[i] + phases.get(i).duration().toNanos();
    }
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
