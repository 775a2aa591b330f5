package dev.tierbench.observer;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What was counted of the whole process, not thread by thread.
 *
 * @param cpuNanos user and system time with that of dead threads, in ticks of 10 ms
 * @param perf counts by event of {@code perf stat}; no entry when it did not run, an empty one when
 *     the host does not have the event
 */
public record Totals(Optional<Long> cpuNanos, Map<String, Optional<Long>> perf) {

  /** The event that counts every system call. */
  public static final String SYSCALLS = "raw_syscalls:sys_enter";

  static final String FUTEX = "syscalls:sys_enter_futex";

  public Totals {
    perf = Collections.unmodifiableMap(new LinkedHashMap<>(perf));
  }

  /** The count of an event, if perf counted it. */
  public Optional<Long> event(String name) {
    return perf.getOrDefault(name, Optional.empty());
  }
}
