package dev.tierbench.observer.trace;

import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Collects what {@code calls.bt} and {@code threads.bt} print with {@code bpftrace -f json}, line
 * by line. Not thread-safe, except for what the probes answer.
 */
final class BpftraceOutput {

  private static final List<Counter> EXIT_COUNTERS =
      List.of(
          Counter.CPU_NS,
          Counter.RUN_DELAY_NS,
          Counter.CS_VOLUNTARY,
          Counter.CS_INVOLUNTARY,
          Counter.MINOR_FAULTS,
          Counter.MAJOR_FAULTS);

  private final SyscallNames names;
  private final Set<String> ready = ConcurrentHashMap.newKeySet();
  private final ClockOffset clock = new ClockOffset();
  private final List<ThreadStart> starts = new ArrayList<>();
  private final List<ThreadExit> exits = new ArrayList<>();
  private final Map<String, Long> calls = new HashMap<>();
  private Optional<Long> open = Optional.empty();
  private Optional<Long> close = Optional.empty();
  private long lostEvents;

  BpftraceOutput(SyscallNames names) {
    this.names = names;
  }

  /**
   * Takes a line; one that is not JSON, such as the tail of a killed bpftrace, is passed over.
   *
   * @return whether it is only the answer of a probe to the observer's own events
   */
  boolean add(String line) {
    JsonNode json;
    try {
      json = RunJson.parse(line);
    } catch (JacksonException e) {
      return false;
    }
    JsonNode data = json.path("data");
    switch (json.path("type").asString("")) {
      case "printf" -> {
        return addText(data.asString("").stripTrailing());
      }
      case "map" ->
          data.path("@calls")
              .properties()
              .forEach(entry -> calls.put(entry.getKey(), entry.getValue().asLong()));
      case "lost_events" -> lostEvents += data.path("events").asLong();
      default -> {}
    }
    return false;
  }

  private boolean addText(String text) {
    String[] fields = text.split(" ", 4);
    switch (fields[0]) {
      case "open" -> open = Optional.of(Long.valueOf(fields[1]));
      case "close" -> close = Optional.of(Long.valueOf(fields[1]));
      case "started" ->
          starts.add(new ThreadStart(Long.parseLong(fields[1]), nanos(fields), tail(fields, 3)));
      case "exit" -> exits.add(exitOf(text));
      case "ready" -> {
        clock.read(nanos(fields), System.nanoTime());
        ready.add(fields[1]);
        return true;
      }
      default -> {}
    }
    return false;
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

  /** The probes that have answered so far; another thread may add lines meanwhile. */
  Set<String> ready() {
    return ready;
  }

  /** bpftrace's clock, less {@link System#nanoTime}, by what the probes answered. */
  long clockOffset() {
    return clock.nanos();
  }

  /**
   * What the tracer saw.
   *
   * @param counted the calls that a counter counted
   * @param caveats of how it counted them
   */
  TraceResult result(SyscallCounter.Counted counted, List<String> caveats) {
    Map<Long, ThreadCalls> byTid = new HashMap<>();
    counted.byTid().forEach((tid, counts) -> byTid.put(tid, ThreadCalls.of(names, counts)));
    List<String> failures = new ArrayList<>();
    long lost = lostEvents + counted.lost();
    if (lost > 0) {
      failures.add(
          lost
              + " starts or exits of threads, or calls that found a full map, were lost: shorten"
              + " the window or observe a process that starts fewer threads");
    }
    List<String> allCaveats = new ArrayList<>(caveats);
    if (counted.mapUsage().isEmpty()) {
      allCaveats.add("the capacity of the tracer's map is not known: calls may be missing");
    }
    return new TraceResult(
        Optional.of(byTid),
        starts,
        exits,
        counted.window(),
        Optional.of(lost),
        counted.mapUsage(),
        failures,
        allCaveats);
  }

  /** How many entries bpftrace's map of calls had. */
  int mapEntries() {
    return calls.size();
  }

  /** The window; empty when its beginning or its end was not printed. */
  Optional<TraceResult.Window> window() {
    return open.flatMap(from -> close.map(to -> new TraceResult.Window(from, to)));
  }

  /** The calls by TID and number; a map without entries is not printed, so none means no calls. */
  Map<Long, Map<Integer, Long>> callsByTid() {
    Map<Long, Map<Integer, Long>> byTid = new HashMap<>();
    calls.forEach((key, count) -> {
      int comma = key.indexOf(',');
      byTid
          .computeIfAbsent(Long.valueOf(key.substring(0, comma)), tid -> new HashMap<>())
          .put(Integer.valueOf(key.substring(comma + 1)), count);
    });
    return byTid;
  }
}
