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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
          Counter.MIGRATIONS,
          Counter.MINOR_FAULTS,
          Counter.MAJOR_FAULTS);

  /** A line of the two programs; the name of a thread comes last, for it may hold anything. */
  private static final Pattern TEXT =
      Pattern.compile(
          ("ready (?<probe>[a-z]+) (?<ready>%1$s)|(?<edge>open|close) (?<at>%1$s)"
                  + "|started (?<new>%1$s) (?<start>%1$s)(?: |$)(?<newName>.*)"
                  + "|exit (?<old>%1$s) (?<end>%1$s)(?<counts>(?: %1$s){%2$d})(?: |$)(?<oldName>.*)")
              .formatted("\\d{1,18}", EXIT_COUNTERS.size()),
          Pattern.DOTALL);

  /** A key of {@code @calls}: thread and number of the call. */
  private static final Pattern CALLS_KEY = Pattern.compile("\\d{1,18},\\d{1,9}");

  /** No counter of the kernel comes near it, and no sum of counts up to it overflows. */
  private static final long MOST = 1L << 50;

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
   * Takes a line. One that is not JSON, such as the tail of a killed bpftrace, is passed over; one
   * of another form than the programs print is a lost event.
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
              .forEach(entry -> addCalls(entry.getKey(), entry.getValue()));
      case "lost_events" -> lostEvents += count(data.path("events")).orElse(1L);
      default -> {}
    }
    return false;
  }

  private void addCalls(String key, JsonNode value) {
    Optional<Long> count = count(value);
    if (count.isPresent() && CALLS_KEY.matcher(key).matches()) {
      calls.put(key, count.get());
    } else {
      lostEvents++;
    }
  }

  private static Optional<Long> count(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToLong()
        ? Optional.of(value.longValue()).filter(count -> 0 <= count && count <= MOST)
        : Optional.empty();
  }

  private boolean addText(String text) {
    Matcher line = TEXT.matcher(text);
    if (!line.matches()) {
      lostEvents++;
      return false;
    }
    if (line.group("probe") != null) {
      clock.read(number(line, "ready"), System.nanoTime());
      ready.add(line.group("probe"));
      return true;
    }
    if (line.group("edge") != null) {
      Optional<Long> nanos = Optional.of(number(line, "at"));
      if (line.group("edge").equals("open")) {
        open = nanos;
      } else {
        close = nanos;
      }
    } else if (line.group("new") != null) {
      starts.add(
          new ThreadStart(number(line, "new"), number(line, "start"), line.group("newName")));
    } else {
      exits.add(exitOf(line));
    }
    return false;
  }

  private static long number(Matcher line, String group) {
    return Long.parseLong(line.group(group));
  }

  private static ThreadExit exitOf(Matcher line) {
    String[] values = line.group("counts").strip().split(" ", -1);
    Map<Counter, Long> counts = new HashMap<>();
    for (int index = 0; index < EXIT_COUNTERS.size(); index++) {
      counts.put(EXIT_COUNTERS.get(index), Long.valueOf(values[index]));
    }
    return new ThreadExit(
        number(line, "old"), number(line, "end"), line.group("oldName"), new Counts(counts));
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
