package dev.tierbench.observer;

import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the threads of one process asked of the kernel in one window: the three files of a capture.
 */
public record CaptureResult(Observation observed, ThreadTable threads, SyscallTable syscalls) {

  /** A result whose observation has the sums and the verdict of these threads. */
  public CaptureResult {
    ThreadTable counted = threads;
    Counts entireJvm = entireJvm(observed, counted);
    boolean valid = problems(observed).isEmpty();
    observed =
        observed.with(next ->
            next.valid(valid).entireJvm(entireJvm.columns()).roles(RoleSums.written(counted)));
  }

  /** Why the values are not to be used: the failures, and a map that the rule finds too full. */
  public List<String> problems() {
    return problems(observed);
  }

  private static List<String> problems(Observation observed) {
    List<String> problems = new ArrayList<>(observed.failures());
    Check usage = Rules.mapUsage(observed.mapUsage(), Limits.DEFAULT);
    if (usage.verdict() == Verdict.FAIL) {
      problems.add(usage.message() + ": observe a process with fewer threads");
    }
    return problems;
  }

  /** Whether the values may be used. */
  public boolean isValid() {
    return observed.valid();
  }

  /** The entire JVM: the sum of its threads, and what only the process-wide tool counted. */
  public Counts entireJvm() {
    return entireJvm(observed, threads);
  }

  private static Counts entireJvm(Observation observed, ThreadTable threads) {
    Map<Counter, Long> processWide = new EnumMap<>(Counter.class);
    if (observed.level() == CaptureLevel.L2) {
      observed.processSyscalls().ifPresent(count -> processWide.put(Counter.SYSCALLS, count));
      observed.counted(PerfStat.FUTEX).ifPresent(count -> processWide.put(Counter.FUTEX, count));
    }
    return threads.total().with(new Counts(processWide));
  }

  /** The same with instructions and cycles for the threads that have them. */
  CaptureResult withHardware(Map<Long, Counts> byTid, List<String> more) {
    List<String> caveats = new ArrayList<>(observed.caveats());
    caveats.addAll(more);
    return new CaptureResult(observed.withCaveats(caveats), withHardware(threads, byTid), syscalls);
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
    if (observed.level().reaches(CaptureLevel.L1)) {
      syscalls.write(folder.resolve(RunFolder.SYSCALLS));
    }
    RunJson.write(folder.resolve(RunFolder.OBSERVATION), observed);
  }
}
