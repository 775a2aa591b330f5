package dev.tierbench.report.folder;

import dev.tierbench.run.Counter;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The threads of one role in one window.
 *
 * @param counts sums over the threads; a counter that no thread has is absent
 * @param calls system calls by name; empty when none were counted
 */
public record RoleSum(int threads, Map<Counter, Long> counts, Map<String, Long> calls) {

  public RoleSum {
    EnumMap<Counter, Long> copy = new EnumMap<>(Counter.class);
    copy.putAll(counts);
    counts = Collections.unmodifiableMap(copy);
    calls = Map.copyOf(calls);
  }

  public Optional<Long> get(Counter counter) {
    return Optional.ofNullable(counts.get(counter));
  }
}
