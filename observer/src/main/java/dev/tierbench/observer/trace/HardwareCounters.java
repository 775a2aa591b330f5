package dev.tierbench.observer.trace;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Instructions and cycles per thread by {@code perf stat -i --per-thread}: a pass of its own, since
 * it opens two descriptors per thread and counts only threads that live when it starts.
 */
public final class HardwareCounters {

  /** A count that perf made up from less than this share of the window is not reported. */
  private static final double LEAST_PERCENT = 50;

  private static final List<Counter> COUNTERS = List.of(Counter.INSTRUCTIONS, Counter.CYCLES);

  private HardwareCounters() {}

  /**
   * What was counted.
   *
   * @param byTid without what the host did not count, or for too short a part of the window
   * @param caveats what is estimated or missing since events shared the host's counters
   */
  public record Counted(Map<Long, Counts> byTid, List<String> caveats) {
    public Counted {
      byTid = Map.copyOf(byTid);
      caveats = List.copyOf(caveats);
    }
  }

  /**
   * Counts for the time of the window, by TID.
   *
   * @throws IOException when the host has no such counters or perf cannot attach
   */
  public static Counted count(TargetProcess target, Duration window, Path rawFolder)
      throws IOException {
    Path output = rawFolder.resolve("perf-stat-per-thread.csv");
    List<String> command = new ArrayList<>(List.of("perf", "stat", "-x,", "-i", "--per-thread"));
    command.addAll(List.of("-e", "instructions,cycles", "-o", output.toString()));
    command.addAll(List.of("-p", Long.toString(target.pid()), "--", "sleep"));
    command.add(String.format(Locale.ROOT, "%.3f", window.toNanos() / NANOS_PER_SECOND));
    Command.runToEnd(command, window.plusSeconds(30));
    Map<Long, Map<String, PerfStatOutput.Reading>> read =
        PerfStatOutput.parsePerThread(Files.readString(output));
    requireEvents(read);
    return counted(read);
  }

  /** Refuses counts of the program alone, which those get who may not count in the kernel. */
  static void requireEvents(Map<Long, Map<String, PerfStatOutput.Reading>> byTid)
      throws IOException {
    if (byTid.isEmpty()) {
      throw new IOException("no hardware counters on this host");
    }
    Set<String> events = new TreeSet<>();
    byTid.values().forEach(readings -> events.addAll(readings.keySet()));
    if (COUNTERS.stream().map(Counter::column).noneMatch(events::contains)) {
      throw new IOException(
          "perf counted "
              + String.join(", ", events)
              + " in the place of instructions and cycles: run it as root");
    }
  }

  private record Cell(long tid, Counter counter, PerfStatOutput.Reading reading) {

    boolean isMeasured() {
      return reading.percent() >= LEAST_PERCENT;
    }
  }

  static Counted counted(Map<Long, Map<String, PerfStatOutput.Reading>> byTid) {
    List<Cell> cells = new ArrayList<>();
    byTid.forEach((tid, events) -> {
      for (Counter counter : COUNTERS) {
        Optional.ofNullable(events.get(counter.column()))
            .ifPresent(reading -> cells.add(new Cell(tid, counter, reading)));
      }
    });
    Map<Long, Map<Counter, Long>> counts = new HashMap<>();
    cells.stream()
        .filter(Cell::isMeasured)
        .forEach(cell ->
            counts
                .computeIfAbsent(cell.tid(), tid -> new EnumMap<>(Counter.class))
                .put(cell.counter(), cell.reading().value()));
    Map<Long, Counts> result = new HashMap<>();
    counts.forEach((tid, values) -> result.put(tid, new Counts(values)));
    return new Counted(result, caveats(cells));
  }

  private static List<String> caveats(List<Cell> cells) {
    List<Double> scaled =
        cells.stream()
            .filter(Cell::isMeasured)
            .map(Cell::reading)
            .filter(PerfStatOutput.Reading::isScaled)
            .map(PerfStatOutput.Reading::percent)
            .toList();
    long left = cells.stream().filter(cell -> !cell.isMeasured()).count();
    List<String> caveats = new ArrayList<>();
    if (!scaled.isEmpty()) {
      caveats.add(
          String.format(
              Locale.ROOT,
              "%d counts of instructions or cycles are scaled by perf: the events shared counters"
                  + " and ran for %.0f %% of the time at least",
              scaled.size(),
              Math.floor(scaled.stream().min(Double::compare).orElseThrow())));
    }
    if (left > 0) {
      caveats.add(
          String.format(
              Locale.ROOT,
              "%d counts of instructions or cycles are not measured: the events shared counters and"
                  + " ran for less than %.0f %% of the time; end other uses of perf",
              left,
              LEAST_PERCENT));
    }
    return caveats;
  }
}
