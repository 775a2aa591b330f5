package dev.tierbench.report.folder;

import dev.tierbench.run.Counter;
import dev.tierbench.run.RunJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every thread of a step as columns of JSON, gzipped: a page holds dozens of steps of thousands of
 * threads, and unpacks the one that is looked at.
 */
final class ThreadColumns {

  static final long NOT_MEASURED = -1;

  private static final Counter[] COUNTERS = Counter.values();

  private final List<Long> tids = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> roles = new ArrayList<>();
  private final List<String> states = new ArrayList<>();
  private final List<long[]> counts = new ArrayList<>();
  private final Map<Long, Map<String, Long>> calls = new HashMap<>();

  void addThread(long tid, String name, String role, String state, long[] threadCounts) {
    tids.add(tid);
    names.add(name);
    roles.add(role);
    states.add(state);
    counts.add(threadCounts);
  }

  void addCalls(long tid, String syscall, long count) {
    calls.computeIfAbsent(tid, thread -> new LinkedHashMap<>()).merge(syscall, count, Long::sum);
  }

  byte[] pack() {
    Map<String, Object> columns = new LinkedHashMap<>();
    columns.put("tid", tids);
    columns.put("name", names);
    columns.put("role", roles);
    columns.put("state", states);
    for (int i = 0; i < COUNTERS.length; i++) {
      List<Long> column = column(i);
      if (column.stream().anyMatch(value -> value != null)) {
        columns.put(COUNTERS[i].column(), column);
      }
    }
    columns.put("calls", tids.stream().map(tid -> calls.getOrDefault(tid, Map.of())).toList());
    return Gzip.of(RunJson.toJsonLine(columns));
  }

  private List<Long> column(int counter) {
    List<Long> column = new ArrayList<>(counts.size());
    for (long[] thread : counts) {
      column.add(thread[counter] == NOT_MEASURED ? null : (Long) thread[counter]);
    }
    return column;
  }
}
