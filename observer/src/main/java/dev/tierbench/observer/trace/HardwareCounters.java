package dev.tierbench.observer.trace;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Instructions and cycles per thread by {@code perf stat -i --per-thread}: a pass of its own, since
 * it opens two descriptors per thread and counts only threads that live when it starts.
 */
public final class HardwareCounters {

  private HardwareCounters() {}

  /**
   * Counts for the time of the window, by TID.
   *
   * @throws IOException when the host has no such counters or perf cannot attach
   */
  public static Map<Long, Counts> count(TargetProcess target, Duration window, Path rawFolder)
      throws IOException {
    Path output = rawFolder.resolve("perf-stat-per-thread.csv");
    List<String> command = new ArrayList<>(List.of("perf", "stat", "-x,", "-i", "--per-thread"));
    command.addAll(List.of("-e", "instructions,cycles", "-o", output.toString()));
    command.addAll(List.of("-p", Long.toString(target.pid()), "--", "sleep"));
    command.add(String.format(Locale.ROOT, "%.3f", window.toNanos() / NANOS_PER_SECOND));
    Command.runToEnd(command, window.plusSeconds(30));
    Map<Long, Counts> counts = countsOf(PerfStatOutput.parsePerThread(Files.readString(output)));
    if (counts.isEmpty()) {
      throw new IOException("no hardware counters on this host");
    }
    return counts;
  }

  static Map<Long, Counts> countsOf(Map<Long, Map<String, Long>> byTid) {
    Map<Long, Counts> result = new HashMap<>();
    byTid.forEach((tid, events) -> {
      Map<Counter, Long> counts = new EnumMap<>(Counter.class);
      for (Counter counter : List.of(Counter.INSTRUCTIONS, Counter.CYCLES)) {
        counts.computeIfAbsent(counter, wanted -> events.get(wanted.column()));
      }
      if (!counts.isEmpty()) {
        result.put(tid, new Counts(counts));
      }
    });
    return result;
  }
}
