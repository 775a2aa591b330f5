package dev.tierbench.observer;

import dev.tierbench.observer.proc.TargetProcess;
import dev.tierbench.observer.tool.Tools;
import dev.tierbench.observer.trace.CaptureLevel;
import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.observer.trace.Pidstat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools that look at the whole process beside the tracer; none of them is indispensable. */
final class Companions implements AutoCloseable {

  private final List<Missing> missing;
  private Optional<PerfStat> totals = Optional.empty();
  private Optional<Pidstat> pidstat = Optional.empty();

  private Companions(List<Missing> missing) {
    this.missing = missing;
  }

  /** Attaches what is wanted and possible; what is not possible is added to {@code missing}. */
  static Companions attach(
      TargetProcess target,
      Observer.Settings settings,
      CaptureLevel level,
      List<Missing> missing,
      Path rawFolder) {
    Companions companions = new Companions(missing);
    if (settings.totals() || level == CaptureLevel.L2) {
      try {
        PerfStat.Scope scope =
            level.reaches(CaptureLevel.L1) ? PerfStat.Scope.SYSCALLS : PerfStat.Scope.ALL;
        companions.totals = Optional.of(PerfStat.attach(target, scope, rawFolder));
      } catch (IOException e) {
        missing.add(new Missing("perf stat", e.getMessage(), "see raw/perf-stat.stderr"));
      }
    }
    if (settings.pidstat() && Tools.find("pidstat").isPresent()) {
      try {
        companions.pidstat = Optional.of(Pidstat.start(target, rawFolder));
      } catch (IOException e) {
        missing.add(new Missing("pidstat", e.getMessage(), ""));
      }
    }
    return companions;
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
    missing.add(new Missing("perf stat", e.getMessage(), ""));
    totals.ifPresent(PerfStat::close);
    totals = Optional.empty();
  }

  @Override
  public void close() {
    totals.ifPresent(PerfStat::close);
    pidstat.ifPresent(Pidstat::close);
  }
}
