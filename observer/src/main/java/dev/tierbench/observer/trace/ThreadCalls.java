package dev.tierbench.observer.trace;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The system calls of one thread by name.
 *
 * @param futexWaits futex operations that wait; empty when the operations were not seen
 * @param futexWakes futex operations that wake; empty when the operations were not seen
 */
public record ThreadCalls(
    Map<String, Long> calls, Optional<Long> futexWaits, Optional<Long> futexWakes) {

  public ThreadCalls {
    calls = Map.copyOf(calls);
  }

  /**
   * The calls of a thread under their names.
   *
   * @param byNumber without those of futex that are in the other
   * @param futexByOperation calls of futex by operation, without its flags
   */
  static ThreadCalls of(
      SyscallNames names, Map<Integer, Long> byNumber, Map<Integer, Long> futexByOperation) {
    Map<String, Long> byName = new TreeMap<>();
    byNumber.forEach((number, count) -> byName.merge(names.name(number), count, Long::sum));
    long waits = 0;
    long wakes = 0;
    for (Map.Entry<Integer, Long> entry : futexByOperation.entrySet()) {
      long count = entry.getValue();
      byName.merge("futex", count, Long::sum);
      switch (FutexOperation.of(entry.getKey())) {
        case WAIT -> waits += count;
        case WAKE -> wakes += count;
        case NEITHER -> {}
      }
    }
    return new ThreadCalls(byName, Optional.of(waits), Optional.of(wakes));
  }

  /** The calls as columns: all, and by family. */
  public Counts toCounts() {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    counts.put(Counter.SYSCALLS, calls.values().stream().mapToLong(Long::longValue).sum());
    for (SyscallFamily family : SyscallFamily.values()) {
      counts.put(family.counter(), 0L);
    }
    calls.forEach(
        (name, count) -> counts.merge(SyscallFamily.of(name).counter(), count, Long::sum));
    futexWaits.ifPresent(count -> counts.put(Counter.FUTEX_WAIT, count));
    futexWakes.ifPresent(count -> counts.put(Counter.FUTEX_WAKE, count));
    return new Counts(counts);
  }
}
