package dev.tierbench.observer;

import dev.tierbench.observer.host.EpollConnections;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.threads.Snapshot;
import dev.tierbench.observer.host.threads.SnapshotReader;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.observer.trace.NoTracer;
import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.observer.trace.TraceResult;
import dev.tierbench.observer.trace.Tracer;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One window over one process, from {@link #begin} to {@link #end}; {@link #finish} collects, with
 * the thread dump after the window. The window begins at the call of {@code begin}, and at level L1
 * when that returns. Not thread-safe.
 */
public final class Capture implements HostCapture, AutoCloseable {

  /**
   * The first readings run in the interpreter and would make the beginning of the window ragged.
   */
  private static final int PRACTICE_SNAPSHOTS = 5;

  private final TargetProcess target;
  private final Observer.Settings settings;
  private final List<Caveat> missing;
  private final Path rawFolder;
  private final SnapshotReader snapshots;
  private final ProcessWideCounters processWide;
  private final List<Integer> connectionsByLoop;
  private final List<String> failures = new ArrayList<>();
  private Tracer tracer;
  private long openedAtNanos;
  private Optional<Snapshot> opening = Optional.empty();
  private Optional<Snapshot> closing = Optional.empty();

  Capture(
      TargetProcess target,
      Observer.Settings settings,
      Tracer tracer,
      List<Caveat> missing,
      Path rawFolder) {
    this.target = target;
    this.settings = settings;
    this.tracer = tracer;
    this.missing = missing;
    this.rawFolder = rawFolder;
    this.snapshots = new SnapshotReader(target, tracer.level().reaches(CaptureLevel.L1));
    this.processWide =
        ProcessWideCounters.attach(target, settings, tracer.level(), missing, rawFolder);
    if (tracer.level() == CaptureLevel.L2 && !processWide.hasTotals()) {
      this.tracer = new NoTracer(CaptureLevel.L3);
    }
    // The load has its connections by now, and no window is open that this reading would disturb.
    this.connectionsByLoop = EpollConnections.REAL.of(target.pid());
    for (int practice = 0; practice < PRACTICE_SNAPSHOTS; practice++) {
      snapshots.read();
    }
  }

  /** The level that is attached, which may be less than the host allows. */
  public CaptureLevel level() {
    return tracer.level();
  }

  /** Why it is not more. */
  public List<Caveat> missing() {
    return List.copyOf(missing);
  }

  /** Whether the process still runs. */
  public boolean isTargetAlive() {
    return target.isAlive();
  }

  /** Counting starts and the opening snapshot is taken. */
  @Override
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
          new Caveat(
              (tracer.level() == CaptureLevel.L1 ? "perf trace: " : "system calls: ")
                  + e.getMessage(),
              ""));
      tracer.close();
      tracer = new NoTracer(CaptureLevel.L3);
    }
    processWide.begin();
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

  /** Counting stops and the closing snapshot is taken. */
  @Override
  public void end() {
    closeTracer();
    closeSnapshot();
  }

  /** The first half of {@link #end}. */
  void closeTracer() {
    try {
      tracer.end();
    } catch (IOException e) {
      failures.add("the tracer could not be stopped at the end of the window: " + e.getMessage());
    }
    processWide.end();
  }

  /** The second half of {@link #end}. */
  void closeSnapshot() {
    closing = Optional.of(snapshots.read());
  }

  @Override
  public void finish(Path folder) {
    finish().write(folder);
  }

  /**
   * What was counted; call after {@link #end}.
   *
   * @throws IllegalStateException before the window has ended
   */
  public CaptureResult finish() {
    Snapshot first = opening.orElseThrow(() -> new IllegalStateException("begin was not called"));
    Snapshot last = closing.orElseThrow(() -> new IllegalStateException("end was not called"));
    TraceResult trace = tracer.finish();
    Map<String, Optional<Long>> perf = processWide.finish();
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
    ThreadTable threads = new ThreadTable(join.rows());
    Observation observed =
        Observation.none()
            .with(next ->
                next.pid(Optional.of(target.pid()))
                    .command(Optional.of(target.command()))
                    .level(counted ? tracer.level() : CaptureLevel.L3)
                    .missing(missing)
                    .windowNs(window(first, last, trace))
                    .snapshots(
                        Optional.of(
                            new Observation.Snapshots(first.durationNanos(), last.durationNanos())))
                    .failures(failures)
                    .caveats(caveats)
                    .lostEvents(trace.lostEvents())
                    .mapUsage(trace.mapUsage())
                    .connectionsByLoop(connectionsByLoop)
                    .ioCounts(join.ioCounts())
                    .snapshotSkewNs(Optional.of(skew(first, last, window(first, last, trace))))
                    .processSyscalls(perf.getOrDefault(PerfStat.SYSCALLS, Optional.empty()))
                    .processCpuNs(processCpu(first, last))
                    .perf(perf))
            .withSharesOf(threads, join.namedCpuNanos());
    return new CaptureResult(observed, threads, new SyscallTable(join.syscalls()));
  }

  private static long window(Snapshot first, Snapshot last, TraceResult trace) {
    return trace
        .window()
        .map(window -> window.closeNanos() - window.openNanos())
        .orElse(last.startNanos() - first.startNanos());
  }

  /** A thread is read somewhere between the start and the end of each snapshot, in one order. */
  private static long skew(Snapshot first, Snapshot last, long windowNanos) {
    return Math.max(
        Math.abs(last.startNanos() - first.startNanos() - windowNanos),
        Math.abs(last.endNanos() - first.endNanos() - windowNanos));
  }

  private static Optional<Long> processCpu(Snapshot first, Snapshot last) {
    return last.processCpuNanos().flatMap(end -> first.processCpuNanos().map(start -> end - start));
  }

  private ThreadDump dump(List<String> caveats) {
    try {
      String text = ThreadDump.print(target);
      RunJson.write(rawFolder.resolve("thread-dump.txt"), text);
      return ThreadDump.parse(text);
    } catch (IOException e) {
      caveats.add(
          "no thread dump, names are those of the kernel, cut at 15 bytes: " + e.getMessage());
      return ThreadDump.NONE;
    }
  }

  @Override
  public void close() {
    tracer.close();
    processWide.close();
    snapshots.close();
  }
}
