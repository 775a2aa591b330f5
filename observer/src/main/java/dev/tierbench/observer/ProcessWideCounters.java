package dev.tierbench.observer;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.observer.trace.Pidstat;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counters of the whole process beside the tracer; a capture does without them if need be. */
final class ProcessWideCounters implements AutoCloseable {

  private final List<Caveat> missing;
  private final boolean hardware;
  private Optional<PerfStat> totals = Optional.empty();
  private Optional<ChildProcess> pidstat = Optional.empty();

  private ProcessWideCounters(List<Caveat> missing, boolean hardware) {
    this.missing = missing;
    this.hardware = hardware;
  }

  /** Attaches what is wanted and possible; what is not possible is added to {@code missing}. */
  static ProcessWideCounters attach(
      TargetProcess target,
      Observer.Settings settings,
      CaptureLevel level,
      List<Caveat> missing,
      Path rawFolder) {
    ProcessWideCounters counters = new ProcessWideCounters(missing, settings.hardware());
    boolean traced = level.reaches(CaptureLevel.L1);
    List<String> events = new ArrayList<>();
    if (level == CaptureLevel.L2) {
      events.addAll(PerfStat.SOFTWARE);
    } else if (settings.totals() && traced) {
      events.add(PerfStat.SYSCALLS);
    }
    if (settings.hardware()) {
      events.addAll(PerfStat.HARDWARE);
    }
    if (!events.isEmpty()) {
      try {
        counters.totals = Optional.of(PerfStat.attach(target, events, rawFolder));
      } catch (IOException e) {
        missing.add(new Caveat("perf stat: " + e.getMessage(), "see raw/perf-stat.stderr"));
      }
    }
    if (settings.pidstat()) {
      try {
        counters.pidstat = Pidstat.start(target, rawFolder);
      } catch (IOException e) {
        missing.add(new Caveat("pidstat: " + e.getMessage(), ""));
      }
    }
    return counters;
  }

  boolean hasTotals() {
    return totals.isPresent();
  }

  void begin() {
    step(PerfStat::begin);
  }

  void end() {
    step(PerfStat::end);
  }

  /** The counts by event of perf; none when it did not run. */
  Map<String, Optional<Long>> finish() {
    pidstat.ifPresent(ChildProcess::close);
    Map<String, Optional<Long>> counts = new LinkedHashMap<>();
    step(perf -> counts.putAll(perf.finish()));
    if (hardware && totals.isPresent()) {
      PerfStat.HARDWARE.forEach(event -> uncounted(counts, event).ifPresent(missing::add));
    }
    return counts;
  }

  /** Why perf, which ran, did not count an event; empty when it did. */
  private static Optional<Caveat> uncounted(Map<String, Optional<Long>> counts, String event) {
    Optional<Long> count = counts.get(event);
    if (count == null) {
      return Optional.of(
          new Caveat("no " + event + ": too few descriptors for this event", "raise ulimit -n"));
    }
    return count.isPresent()
        ? Optional.empty()
        : Optional.of(
            new Caveat(
                "no " + event + ": perf stat had no counter for them in the whole window",
                "end other uses of perf; a virtual machine may have no such counters"));
  }

  private interface Step {
    void take(PerfStat perf) throws IOException;
  }

  private void step(Step step) {
    try {
      if (totals.isPresent()) {
        step.take(totals.get());
      }
    } catch (IOException e) {
      missing.add(new Caveat("perf stat: " + e.getMessage(), ""));
      totals.ifPresent(PerfStat::close);
      totals = Optional.empty();
    }
  }

  @Override
  public void close() {
    totals.ifPresent(PerfStat::close);
    pidstat.ifPresent(ChildProcess::close);
  }
}
