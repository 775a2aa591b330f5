package dev.tierbench.observer;

import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import dev.tierbench.run.Observed;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SyscallTable;
import dev.tierbench.run.ThreadRow;
import dev.tierbench.run.ThreadState;
import dev.tierbench.run.ThreadTable;
import dev.tierbench.run.Verdict;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
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
    Totals totals,
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
      totals.event(Totals.SYSCALLS).ifPresent(count -> processWide.put(Counter.SYSCALLS, count));
      totals.event(Totals.FUTEX).ifPresent(count -> processWide.put(Counter.FUTEX, count));
    }
    return sum.plus(new Counts(processWide));
  }

  /** CPU of the threads whose whole name is known over that of all; empty without any CPU. */
  public Optional<Double> namedCpuShare() {
    return threads
        .total()
        .get(Counter.CPU_NS)
        .filter(cpu -> cpu > 0)
        .map(cpu -> (double) namedCpuNanos / cpu);
  }

  /**
   * CPU of the threads over that of the process; empty when the process used so little that its
   * ticks of 10 ms are too coarse.
   */
  public Optional<Double> cpuAgreement() {
    return ratio(
        threads.total().get(Counter.CPU_NS),
        totals.cpuNanos().filter(cpu -> cpu >= LEAST_COMPARABLE_CPU_NANOS));
  }

  /** Threads that ended inside the window. */
  int threadsExited() {
    return (int) threads.rows().stream().filter(row -> row.state() == ThreadState.EXITED).count();
  }

  /** System calls of the threads over those that perf counted of the process. */
  public Optional<Double> syscallAgreement() {
    return ratio(threads.total().get(Counter.SYSCALLS), totals.event(Totals.SYSCALLS));
  }

  private static Optional<Double> ratio(Optional<Long> part, Optional<Long> whole) {
    return part.flatMap(
        value -> whole.filter(all -> all > 0).map(all -> (double) value.longValue() / all));
  }

  /** The same with instructions and cycles for the threads that have them. */
  Observation withHardware(Map<Long, Counts> byTid, List<String> moreCaveats) {
    List<String> allCaveats = new ArrayList<>(caveats);
    allCaveats.addAll(moreCaveats);
    return withThreads(withHardware(threads, byTid)).withCaveats(allCaveats);
  }

  /** Of two threads that had a TID one after the other, the counts are those of the later one. */
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
                    ? row.plus(byTid.getOrDefault(row.tid(), Counts.NONE))
                    : row)
            .toList());
  }

  /** Writes {@code threads.csv}, {@code syscalls.csv} and {@code observation.json}. */
  public void write(Path folder) {
    threads.write(folder.resolve("threads.csv"));
    if (level.reaches(CaptureLevel.L1)) {
      syscalls.write(folder.resolve("syscalls.csv"));
    }
    RunJson.write(folder.resolve("observation.json"), ObservationJson.of(this, false));
  }
}
