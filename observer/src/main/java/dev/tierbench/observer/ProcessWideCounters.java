package dev.tierbench.observer;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.observer.trace.Pidstat;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counters of the whole process beside the tracer; a capture does without them if need be. */
final class ProcessWideCounters implements AutoCloseable {

  private final List<Caveat> missing;
  private Optional<PerfStat> totals = Optional.empty();
  private Optional<Pidstat> pidstat = Optional.empty();

  private ProcessWideCounters(List<Caveat> missing) {
    this.missing = missing;
  }

  /** Attaches what is wanted and possible; what is not possible is added to {@code missing}. */
  static ProcessWideCounters attach(
      TargetProcess target,
      Observer.Settings settings,
      CaptureLevel level,
      List<Caveat> missing,
      Path rawFolder) {
    ProcessWideCounters counters = new ProcessWideCounters(missing);
    if (settings.totals() || level == CaptureLevel.L2) {
      try {
        PerfStat.Scope scope =
            level.reaches(CaptureLevel.L1) ? PerfStat.Scope.SYSCALLS : PerfStat.Scope.ALL;
        counters.totals = Optional.of(PerfStat.attach(target, scope, rawFolder));
      } catch (IOException e) {
        missing.add(new Caveat("perf stat: " + e.getMessage(), "see raw/perf-stat.stderr"));
      }
    }
    if (settings.pidstat() && Tools.find("pidstat").isPresent()) {
      try {
        counters.pidstat = Optional.of(Pidstat.start(target, rawFolder));
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
    try {
      if (totals.isPresent()) {
        totals.get().begin();
      }
    } catch (IOException e) {
      dropTotals(e);
    }
  }

  void end() {
    try {
      if (totals.isPresent()) {
        totals.get().end();
      }
    } catch (IOException e) {
      dropTotals(e);
    }
  }

  /** The counts by event of perf; none when it did not run. */
  Map<String, Optional<Long>> finish() {
    pidstat.ifPresent(Pidstat::close);
    try {
      return totals.isPresent() ? totals.get().finish() : Map.of();
    } catch (IOException e) {
      dropTotals(e);
      return Map.of();
    }
  }

  private void dropTotals(IOException e) {
    missing.add(new Caveat("perf stat: " + e.getMessage(), ""));
    totals.ifPresent(PerfStat::close);
    totals = Optional.empty();
  }

  @Override
  public void close() {
    totals.ifPresent(PerfStat::close);
    pidstat.ifPresent(Pidstat::close);
  }
}
