package dev.tierbench.observer.trace;

import dev.tierbench.observer.bpf.CallCounter;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The system calls of one thread by name.
 *
 * @param futexWaits futex operations that wait; empty when the operations were not seen
 * @param futexWakes futex operations that wake; empty when the operations were not seen
 */
public record ThreadCalls(
    Map<String, Long> calls, Optional<Long> futexWaits, Optional<Long> futexWakes) {

  /**
   * Futex operations that wait, from {@code linux/futex.h}: WAIT, LOCK_PI, WAIT_BITSET,
   * WAIT_REQUEUE_PI, LOCK_PI2.
   */
  private static final Set<Integer> WAITS = Set.of(0, 6, 9, 11, 13);

  /**
   * Futex operations that wake, from {@code linux/futex.h}: WAKE, WAKE_OP, UNLOCK_PI, WAKE_BITSET.
   */
  private static final Set<Integer> WAKES = Set.of(1, 5, 7, 10);

  public ThreadCalls {
    calls = Map.copyOf(calls);
  }

  /**
   * The calls of a thread under their names.
   *
   * @param counts by number; an operation of futex, without its flags, from {@link
   *     CallCounter#FUTEX_OPERATIONS} on
   */
  static ThreadCalls of(SyscallNames names, Map<Integer, Long> counts) {
    Map<String, Long> byName = new TreeMap<>();
    long waits = 0;
    long wakes = 0;
    for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
      int operation = entry.getKey() - CallCounter.FUTEX_OPERATIONS;
      long count = entry.getValue();
      byName.merge(operation < 0 ? names.name(entry.getKey()) : "futex", count, Long::sum);
      waits += WAITS.contains(operation) ? count : 0;
      wakes += WAKES.contains(operation) ? count : 0;
    }
    return new ThreadCalls(byName, Optional.of(waits), Optional.of(wakes));
  }

  /** The calls as columns: all, and by family. */
  public Counts toCounts() {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    counts.put(Counter.SYSCALLS, calls.values().stream().mapToLong(Long::longValue).sum());
    SyscallFamily.all().forEach(family -> counts.put(family, 0L));
    calls.forEach((name, count) -> counts.merge(SyscallFamily.of(name), count, Long::sum));
    futexWaits.ifPresent(count -> counts.put(Counter.FUTEX_WAIT, count));
    futexWakes.ifPresent(count -> counts.put(Counter.FUTEX_WAKE, count));
    return new Counts(counts);
  }
}
