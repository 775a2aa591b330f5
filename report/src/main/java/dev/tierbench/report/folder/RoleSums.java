package dev.tierbench.report.folder;

import dev.tierbench.run.Counter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Adds up the threads of one role. */
final class RoleSums {

  static final long NOT_MEASURED = -1;

  private static final Counter[] COUNTERS = Counter.values();

  private final long[] sums = new long[COUNTERS.length];
  private final Map<String, long[]> calls = new HashMap<>();
  private int threads;

  RoleSums() {
    Arrays.fill(sums, NOT_MEASURED);
  }

  void addThread(long[] counts) {
    threads++;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != NOT_MEASURED) {
        sums[i] = Math.max(0, sums[i]) + counts[i];
      }
    }
  }

  void addCalls(String syscall, long count) {
    calls.computeIfAbsent(syscall, name -> new long[1])[0] += count;
  }

  /** The sums so far; without the calls when some of them could not be read. */
  RoleSum toSum(boolean withCalls) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] != NOT_MEASURED) {
        counts.put(COUNTERS[i], sums[i]);
      }
    }
    Map<String, Long> byName = new HashMap<>();
    if (withCalls) {
      calls.forEach((name, count) -> byName.put(name, count[0]));
    }
    return new RoleSum(threads, counts, byName);
  }
}
