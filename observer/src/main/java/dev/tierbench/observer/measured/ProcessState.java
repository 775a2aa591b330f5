package dev.tierbench.observer.measured;

import dev.tierbench.run.record.Scheduling;
import java.util.Map;
import java.util.Optional;

/**
 * How a process is now.
 *
 * @param threadsByCores how many threads may run on which cores; empty when it is gone
 */
public record ProcessState(
    Scheduling.Group group,
    Map<String, Integer> threadsByCores,
    Optional<Long> rssBytes,
    Optional<Integer> threads) {
  public ProcessState {
    threadsByCores = Map.copyOf(threadsByCores);
  }
}
