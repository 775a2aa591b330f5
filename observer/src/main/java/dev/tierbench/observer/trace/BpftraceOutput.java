package dev.tierbench.observer.trace;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Collects what {@code calls.bt} and {@code threads.bt} print, line by line. Not thread-safe. */
final class BpftraceOutput {

  /** Keys of {@code @calls} from here on are futex operations. */
  static final int FUTEX_OPERATIONS = 1_000_000;

  private static final List<Counter> EXIT_COUNTERS =
      List.of(
          Counter.CPU_NS,
          Counter.RUN_DELAY_NS,
          Counter.CS_VOLUNTARY,
          Counter.CS_INVOLUNTARY,
          Counter.MINOR_FAULTS,
          Counter.MAJOR_FAULTS);

  private final SyscallNames names;
  private final List<ThreadStart> starts = new ArrayList<>();
  private final List<ThreadExit> exits = new ArrayList<>();
  private Optional<Map<String, Long>> calls = Optional.empty();
  private OptionalLong open = OptionalLong.empty();
  private OptionalLong close = OptionalLong.empty();
  private long lostEvents;

  BpftraceOutput(SyscallNames names) {
    this.names = names;
  }

  void add(BpftraceLine line) {
    switch (line) {
      case BpftraceLine.Text text -> addText(text.text());
      case BpftraceLine.MapDump map when map.name().equals("@calls") ->
          calls = Optional.of(map.entries());
      case BpftraceLine.MapDump scalar -> {}
      case BpftraceLine.Lost lost -> lostEvents += lost.events();
    }
  }

  private void addText(String text) {
    String[] fields = text.split(" ", 4);
    switch (fields[0]) {
      case "open" -> open = OptionalLong.of(Long.parseLong(fields[1]));
      case "close" -> close = OptionalLong.of(Long.parseLong(fields[1]));
      case "started" ->
          starts.add(new ThreadStart(Long.parseLong(fields[1]), nanos(fields), tail(fields, 3)));
      case "exit" -> exits.add(exitOf(text));
      // "ready ..." belongs to the handshake, which the tracer itself reads.
      default -> {}
    }
  }

  private static long nanos(String[] fields) {
    return Long.parseLong(fields[2]);
  }

  private static String tail(String[] fields, int index) {
    return fields.length > index ? fields[index] : "";
  }

  private static ThreadExit exitOf(String text) {
    int counters = EXIT_COUNTERS.size();
    String[] fields = text.split(" ", counters + 4);
    Map<Counter, Long> counts = new HashMap<>();
    for (int index = 0; index < counters; index++) {
      counts.put(EXIT_COUNTERS.get(index), Long.valueOf(fields[3 + index]));
    }
    return new ThreadExit(
        Long.parseLong(fields[1]), nanos(fields), tail(fields, counters + 3), new Counts(counts));
  }

  /** What the tracer saw, with the calls that a counter counted. */
  TraceResult result(SyscallCounter.Counted counted) {
    long lost = lostEvents + counted.lost();
    return new TraceResult(
        Optional.of(counted.byTid()),
        starts,
        exits,
        counted.window(),
        Optional.of(lost),
        counted.mapUsage(),
        lost == 0
            ? List.of()
            : List.of(
                lost
                    + " starts or exits of threads, or calls that found a full map, were lost:"
                    + " shorten the window or observe a process that starts fewer threads"),
        counted.mapUsage().isPresent()
            ? List.of()
            : List.of("the capacity of the tracer's map is not known: calls may be missing"));
  }

  /** How many entries bpftrace's map of calls had. */
  int mapEntries() {
    return calls.map(Map::size).orElse(0);
  }

  /** The window; empty when its beginning or its end was not printed. */
  Optional<TraceResult.Window> window() {
    return open.isPresent() && close.isPresent()
        ? Optional.of(new TraceResult.Window(open.getAsLong(), close.getAsLong()))
        : Optional.empty();
  }

  /** The calls by TID; a map without entries is not printed, so none means no calls. */
  Map<Long, ThreadCalls> callsByTid() {
    Map<Long, Map<Integer, Long>> byNumber = new TreeMap<>();
    Map<Long, Map<Integer, Long>> byOperation = new TreeMap<>();
    calls
        .orElse(Map.of())
        .forEach((key, count) -> {
          int comma = key.indexOf(',');
          Long tid = Long.valueOf(key.substring(0, comma));
          int number = Integer.parseInt(key.substring(comma + 1));
          Map<Integer, Long> numbers = byNumber.computeIfAbsent(tid, any -> new TreeMap<>());
          if (number < FUTEX_OPERATIONS) {
            numbers.put(number, count);
          } else {
            byOperation
                .computeIfAbsent(tid, any -> new TreeMap<>())
                .put(number - FUTEX_OPERATIONS, count);
          }
        });
    Map<Long, ThreadCalls> result = new HashMap<>();
    byNumber.forEach((tid, counts) ->
        result.put(tid, ThreadCalls.of(names, counts, byOperation.getOrDefault(tid, Map.of()))));
    return result;
  }
}
