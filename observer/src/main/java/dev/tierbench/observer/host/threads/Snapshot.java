package dev.tierbench.observer.host.threads;

import java.util.Map;
import java.util.Optional;

/**
 * All threads of a process, read one after the other between two moments of the monotonic clock.
 *
 * @param processCpuNanos user and system time of the process with its dead threads, in ticks of 10
 *     ms; empty when the process was gone
 */
public record Snapshot(
    long startNanos,
    long endNanos,
    Map<Long, ThreadSample> threads,
    Optional<Long> processCpuNanos) {

  public Snapshot {
    threads = Map.copyOf(threads);
  }

  /** How long the reading took. */
  public long durationNanos() {
    return endNanos - startNanos;
  }
}
