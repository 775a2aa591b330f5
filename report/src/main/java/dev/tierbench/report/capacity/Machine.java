package dev.tierbench.report.capacity;

import dev.tierbench.run.Tier;
import java.util.Optional;
import java.util.Set;

/**
 * Where a trial is modelled.
 *
 * @param contention by how much a request costs more than on the measured cores; 1 for nothing
 * @param pool the most requests that the server has under way; empty for no limit
 */
record Machine(int cores, Set<Tier> sharing, double contention, Optional<Pool> pool) {

  Machine {
    sharing = Set.copyOf(sharing);
  }

  /** The cores that a trial was measured on. */
  static Machine of(MeasuredTrial trial, Optional<Pool> pool) {
    return new Machine(trial.cores(), Set.of(), 1, pool);
  }
}
