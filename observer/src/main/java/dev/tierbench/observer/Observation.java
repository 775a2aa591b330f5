package dev.tierbench.observer;

import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Observed;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the threads of one process asked of the kernel in one window.
 *
 * @param level what could be counted
 * @param missing why it was not more
 * @param windowNanos its length, between the marks that open and close it at level L0
 * @param snapshots of the columns from {@code /proc}
 * @param processCpuNanos user and system time of the process with that of dead threads, in ticks of
 *     10 ms
 * @param perf counts of the process by event of {@code perf stat}; no entry when it did not run, an
 *     empty one when the host does not have the event
 * @param namedCpuNanos CPU of the threads whose whole name is known
 * @param lostEvents empty when the tracer does not report them
 * @param ioCounts of threads that lived through the whole window; empty when not known
 * @param snapshotSkewNanos how far a thread's window of {@code /proc} may differ from the tracer's
 * @param failures why the tracer's values are not to be used, each with a hint
 * @param caveats what to know when using them
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record Observation(
    long pid,
    String command,
    CaptureLevel level,
    List<Caveat> missing,
    long windowNanos,
    Snapshots snapshots,
    ThreadTable threads,
    SyscallTable syscalls,
    Optional<Long> processCpuNanos,
    Map<String, Optional<Long>> perf,
    long namedCpuNanos,
    Optional<Long> lostEvents,
    Optional<Observed.MapUsage> mapUsage,
    Optional<Observed.IoCounts> ioCounts,
    long snapshotSkewNanos,
    List<String> failures,
    List<String> caveats)
    implements ObservationBuilder.With {

  public Observation {
    missing = List.copyOf(missing);
    perf = Collections.unmodifiableMap(new LinkedHashMap<>(perf));
    failures = List.copyOf(failures);
    caveats = List.copyOf(caveats);
  }

  /**
   * How long the two snapshots took. Each thread is read at the same place of both, so its own
   * window has the length of the window and lies up to that much later.
   */
  public record Snapshots(long openingNanos, long closingNanos) {}

  /** Eight ticks: below, rounding alone can be a quarter of the process's CPU. */
  private static final long LEAST_COMPARABLE_CPU_NANOS = 80_000_000;

  /** Why the values are not to be used: the failures, and a map that the rule finds too full. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>(failures);
    Check usage = Rules.mapUsage(mapUsage, Limits.DEFAULT);
    if (usage.verdict() == Verdict.FAIL) {
      problems.add(usage.message() + ": observe a process with fewer threads");
    }
    return problems;
  }

  /** Whether the values may be used. */
  public boolean isValid() {
    return problems().isEmpty();
  }

  /** The entire JVM: the sum of its threads, and what only the process-wide tool counted. */
  public Counts entireJvm() {
    Map<Counter, Long> processWide = new EnumMap<>(Counter.class);
    Counts sum = threads.total();
    if (level == CaptureLevel.L2) {
      processSyscalls().ifPresent(count -> processWide.put(Counter.SYSCALLS, count));
      event(PerfStat.FUTEX).ifPresent(count -> processWide.put(Counter.FUTEX, count));
    }
    return sum.with(new Counts(processWide));
  }

  /** System calls of the process, if perf counted them. */
  Optional<Long> processSyscalls() {
    return event(PerfStat.SYSCALLS);
  }

  private Optional<Long> event(String name) {
    return perf.getOrDefault(name, Optional.empty());
  }

  /** CPU of the threads whose whole name is known over that of all; empty without any CPU. */
  public Optional<Double> namedCpuShare() {
    return ratio(1, Optional.of(namedCpuNanos), threads.atLeast().get(Counter.CPU_NS));
  }

  /**
   * CPU of the threads over that of the process, which shows what threads without a count lack;
   * empty when the process used so little that its ticks of 10 ms are too coarse.
   */
  public Optional<Double> cpuAgreement() {
    return ratio(
        1,
        threads.atLeast().get(Counter.CPU_NS),
        processCpuNanos.filter(cpu -> cpu >= LEAST_COMPARABLE_CPU_NANOS));
  }

  int threadsExited() {
    return (int) threads.rows().stream().filter(row -> row.state() == ThreadState.EXITED).count();
  }

  /** System calls of the threads over those that perf counted of the process; likewise. */
  public Optional<Double> syscallAgreement() {
    return ratio(1, threads.atLeast().get(Counter.SYSCALLS), processSyscalls());
  }

  /** Returns {@code times · part / whole}; empty when either is unknown or the whole is 0. */
  static Optional<Double> ratio(double times, Optional<Long> part, Optional<Long> whole) {
    return part.flatMap(value -> whole.filter(all -> all > 0).map(all -> times * value / all));
  }

  /** The same with instructions and cycles for the threads that have them. */
  Observation withHardware(Map<Long, Counts> byTid, List<String> more) {
    List<String> allCaveats = new ArrayList<>(caveats);
    allCaveats.addAll(more);
    return withThreads(withHardware(threads, byTid)).withCaveats(allCaveats);
  }

  /**
   * Returns the table with the counts of {@code byTid} added; when two threads had the same TID one
   * after the other, the later one gets them.
   */
  static ThreadTable withHardware(ThreadTable threads, Map<Long, Counts> byTid) {
    Map<Long, ThreadRow> latest =
        threads.rows().stream()
            .collect(
                Collectors.toMap(
                    ThreadRow::tid,
                    row -> row,
                    (one, other) -> one.state() == ThreadState.EXITED ? other : one));
    return new ThreadTable(
        threads.rows().stream()
            .map(row ->
                latest.get(row.tid()).equals(row)
                    ? row.with(byTid.getOrDefault(row.tid(), Counts.NONE))
                    : row)
            .toList());
  }

  /** Writes {@code threads.csv}, {@code syscalls.csv} and {@code observation.json}. */
  public void write(Path folder) {
    threads.write(folder.resolve(RunFolder.THREADS));
    if (level.reaches(CaptureLevel.L1)) {
      syscalls.write(folder.resolve(RunFolder.SYSCALLS));
    }
    RunJson.write(folder.resolve(RunFolder.OBSERVATION), ObservationJson.of(this, false));
  }
}
