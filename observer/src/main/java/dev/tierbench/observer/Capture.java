package dev.tierbench.observer;

import dev.tierbench.observer.jvm.Jcmd;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.observer.proc.Snapshot;
import dev.tierbench.observer.proc.SnapshotReader;
import dev.tierbench.observer.proc.TargetProcess;
import dev.tierbench.observer.tool.Tools;
import dev.tierbench.observer.trace.CaptureLevel;
import dev.tierbench.observer.trace.NoTracer;
import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.observer.trace.Pidstat;
import dev.tierbench.observer.trace.TraceResult;
import dev.tierbench.observer.trace.Tracer;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SyscallTable;
import dev.tierbench.run.ThreadTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One window over one process: {@link #begin} and {@link #end} are its edges and {@link #finish}
 * collects, with the thread dump after the window. At levels L0, L2 and L3 an edge is now; at L1
 * the opening edge is when {@code begin} returns. Not thread-safe.
 */
public final class Capture implements AutoCloseable {

  /** The first readings run in the interpreter and would make the opening edge ragged. */
  private static final int PRACTICE_SNAPSHOTS = 5;

  private final TargetProcess target;
  private final Observer.Settings settings;
  private final List<Missing> missing;
  private final Path rawFolder;
  private final SnapshotReader snapshots;
  private final List<String> failures = new ArrayList<>();
  private Tracer tracer;
  private long openedAtNanos;
  private Optional<PerfStat> totals = Optional.empty();
  private Optional<Pidstat> pidstat = Optional.empty();
  private Optional<Snapshot> opening = Optional.empty();
  private Optional<Snapshot> closing = Optional.empty();

  private Capture(
      TargetProcess target,
      Observer.Settings settings,
      Tracer tracer,
      List<Missing> missing,
      Path rawFolder) {
    this.target = target;
    this.settings = settings;
    this.tracer = tracer;
    this.missing = missing;
    this.rawFolder = rawFolder;
    this.snapshots = new SnapshotReader(target);
  }

  static Capture of(
      TargetProcess target,
      Observer.Settings settings,
      Tracer tracer,
      List<Missing> missing,
      Path rawFolder) {
    Capture capture = new Capture(target, settings, tracer, missing, rawFolder);
    capture.attachTotals();
    for (int practice = 0; practice < PRACTICE_SNAPSHOTS; practice++) {
      capture.snapshots.read();
    }
    return capture;
  }

  private void attachTotals() {
    if (settings.totals() || tracer.level() == CaptureLevel.L2) {
      try {
        totals = Optional.of(PerfStat.attach(target, rawFolder));
      } catch (IOException e) {
        missing.add(new Missing("perf stat", e.getMessage(), "see raw/perf-stat.stderr"));
        if (tracer.level() == CaptureLevel.L2) {
          tracer = new NoTracer(CaptureLevel.L3);
        }
      }
    }
    if (settings.pidstat() && Tools.find("pidstat").isPresent()) {
      try {
        pidstat = Optional.of(Pidstat.start(target, rawFolder));
      } catch (IOException e) {
        missing.add(new Missing("pidstat", e.getMessage(), ""));
      }
    }
  }

  /** The level that is attached, which may be less than the host allows. */
  public CaptureLevel level() {
    return tracer.level();
  }

  /** Why it is not more. */
  public List<Missing> missing() {
    return List.copyOf(missing);
  }

  /** Whether the process still runs. */
  public boolean isTargetAlive() {
    return target.isAlive();
  }

  /** The opening edge: counting starts and the opening snapshot is taken. */
  public void begin() {
    openTracer();
    openSnapshot();
  }

  /** The first half of {@link #begin}, for two captures with the same window. */
  void openTracer() {
    try {
      tracer.begin();
    } catch (IOException e) {
      missing.add(
          new Missing(
              tracer.level() == CaptureLevel.L1 ? "perf trace" : "bpftrace", e.getMessage(), ""));
      tracer.close();
      tracer = new NoTracer(totals.isPresent() ? CaptureLevel.L2 : CaptureLevel.L3);
    }
    if (totals.isPresent()) {
      try {
        totals.get().begin();
      } catch (IOException e) {
        dropTotals(e);
      }
    }
    openedAtNanos = System.nanoTime();
  }

  /** The second half of {@link #begin}. */
  void openSnapshot() {
    opening = Optional.of(snapshots.read());
  }

  /** When counting started, on the clock of {@link System#nanoTime}. */
  public long openedAtNanos() {
    return openedAtNanos;
  }

  private void dropTotals(IOException e) {
    missing.add(new Missing("perf stat", e.getMessage(), ""));
    totals.ifPresent(PerfStat::close);
    totals = Optional.empty();
  }

  /** The closing edge: counting stops and the closing snapshot is taken. */
  public void end() {
    closeTracer();
    closeSnapshot();
  }

  /** The first half of {@link #end}. */
  void closeTracer() {
    try {
      tracer.end();
    } catch (IOException e) {
      failures.add("the tracer could not be stopped at the closing edge: " + e.getMessage());
    }
    if (totals.isPresent()) {
      try {
        totals.get().end();
      } catch (IOException e) {
        dropTotals(e);
      }
    }
  }

  /** The second half of {@link #end}. */
  void closeSnapshot() {
    closing = Optional.of(snapshots.read());
  }

  /**
   * What was counted; call after {@link #end}.
   *
   * @throws IllegalStateException without both edges
   */
  public Observation finish() {
    Snapshot first = opening.orElseThrow(() -> new IllegalStateException("begin was not called"));
    Snapshot last = closing.orElseThrow(() -> new IllegalStateException("end was not called"));
    TraceResult trace = tracer.finish();
    Map<String, Optional<Long>> perf = finishTotals();
    pidstat.ifPresent(Pidstat::close);
    if (!target.isAlive()) {
      failures.add(
          "process " + target.pid() + " ended inside the window: keep it running and run again");
    }
    failures.addAll(trace.failures());
    List<String> caveats = new ArrayList<>(trace.caveats());
    Naming naming = new Naming(target, dump(caveats), settings.roles());
    ThreadJoin join = new ThreadJoin(first, last, trace, naming);
    if (join.reusedTids() > 0) {
      caveats.add(
          join.reusedTids() + " TIDs were used by more than one thread: the first has the calls");
    }
    boolean counted = trace.calls().isPresent() || !tracer.level().reaches(CaptureLevel.L1);
    return new Observation(
        target.pid(),
        target.command(),
        counted ? tracer.level() : CaptureLevel.L3,
        missing,
        window(first, last, trace),
        new Observation.Snapshots(first.durationNanos(), last.durationNanos()),
        new ThreadTable(join.rows()),
        new SyscallTable(join.syscalls()),
        new Totals(processCpu(first, last), perf),
        join.namedCpuNanos(),
        trace.lostEvents(),
        trace.mapUsage(),
        failures,
        caveats);
  }

  private static long window(Snapshot first, Snapshot last, TraceResult trace) {
    return trace
        .edges()
        .map(edges -> edges.closeNanos() - edges.openNanos())
        .orElse(last.startNanos() - first.startNanos());
  }

  private static Optional<Long> processCpu(Snapshot first, Snapshot last) {
    return last.processCpuNanos().flatMap(end -> first.processCpuNanos().map(start -> end - start));
  }

  private Map<String, Optional<Long>> finishTotals() {
    if (totals.isEmpty()) {
      return Map.of();
    }
    try {
      return totals.get().finish();
    } catch (IOException e) {
      dropTotals(e);
      return Map.of();
    }
  }

  private ThreadDump dump(List<String> caveats) {
    try {
      String text = Jcmd.threadPrint(target);
      RunJson.write(rawFolder.resolve("thread-dump.txt"), text);
      return ThreadDump.parse(text);
    } catch (IOException e) {
      caveats.add("no thread dump, names are the kernel's and cut: " + e.getMessage());
      return new ThreadDump(Map.of(), java.util.Set.of());
    }
  }

  /** Ends all tools that still run. */
  @Override
  public void close() {
    tracer.close();
    totals.ifPresent(PerfStat::close);
    pidstat.ifPresent(Pidstat::close);
    snapshots.close();
  }
}
