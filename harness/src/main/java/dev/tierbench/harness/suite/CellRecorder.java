package dev.tierbench.harness.suite;

import dev.tierbench.observer.host.Proc;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Work;
import dev.tierbench.run.WorkRunBuilder;
import dev.tierbench.run.WorkWindowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Takes what the host and the worker's process used between the boundaries of a phase, at which the
 * worker waits, and adds it to what the worker reports of its runs. Not thread-safe.
 */
final class CellRecorder {

  private final Proc proc;
  private final int size;
  private final List<Work.Run> runs = new ArrayList<>();
  private final List<Boundaries> measured = new ArrayList<>();
  private long pid;
  private List<Long> jitThreads = List.of();
  private Optional<Sample> before = Optional.empty();
  private Optional<Sample> after = Optional.empty();
  private long startEpochMs;

  CellRecorder(Proc proc, int size) {
    this.proc = proc;
    this.size = size;
  }

  /** The process at an instant. */
  private record Sample(
      long nanoTime,
      Proc.HostTimes host,
      Optional<Proc.CpuTimes> cpu,
      Optional<Long> jitNs,
      Optional<Long> rssBytes,
      Optional<Long> rssPeakBytes) {}

  /** A measured phase with its two samples. */
  private record Boundaries(Sample before, Sample after, long insideMillis) {}

  /** The JVM that is measured, with its compilers, which live from the start. */
  void found(long worker) {
    pid = worker;
    jitThreads = proc.jitThreads(worker);
  }

  long pid() {
    return pid;
  }

  /** The worker waits before a phase. */
  void opens() {
    boolean reset = proc.resetRssPeak(pid);
    before = Optional.of(sample(reset));
    after = Optional.empty();
  }

  void started(long epochMs) {
    startEpochMs = epochMs;
  }

  /** The worker waits after a phase. */
  void closes(String phase, long epochMs) {
    boolean reset = before.flatMap(Sample::rssPeakBytes).isPresent();
    after = Optional.of(sample(reset));
    if (PhaseName.MEASURE.is(phase)) {
      measured.add(
          new Boundaries(before.orElseThrow(), after.orElseThrow(), epochMs - startEpochMs));
    }
  }

  /** Without a reset the peak would be that of an earlier phase. */
  private Sample sample(boolean peak) {
    return new Sample(
        System.nanoTime(),
        proc.host(),
        proc.cpu(pid),
        proc.onCpuNs(pid, jitThreads),
        proc.rssBytes(pid),
        peak ? proc.rssPeakBytes(pid) : Optional.empty());
  }

  /**
   * A run as the worker reports it, with what was sampled around it.
   *
   * @param own whether the samples belong to this run alone
   */
  void add(String phase, WorkerEvent.RunReport report, boolean own) {
    Optional<Sample> first = own ? before : Optional.empty();
    Optional<Sample> last = own ? after : Optional.empty();
    Optional<Proc.CpuTimes> from = first.flatMap(Sample::cpu);
    Optional<Proc.CpuTimes> to = last.flatMap(Sample::cpu);
    runs.add(
        WorkRunBuilder.stagedBuilder()
            .phase(phase)
            .wallNs(report.wallNs())
            .operations(report.completed().orElse(size * report.operations().orElse(1L)))
            .cpuUserNs(difference(from.map(Proc.CpuTimes::userNs), to.map(Proc.CpuTimes::userNs)))
            .cpuSystemNs(
                difference(from.map(Proc.CpuTimes::systemNs), to.map(Proc.CpuTimes::systemNs)))
            .jitCpuNs(difference(first.flatMap(Sample::jitNs), last.flatMap(Sample::jitNs)))
            .gcMs(report.gcMs())
            .allocatedBytes(report.allocatedBytes())
            .heapBeforeBytes(report.heapBeforeBytes())
            .heapAfterGcBytes(report.heapAfterGcBytes())
            .rssBeforeBytes(first.flatMap(Sample::rssBytes))
            .rssPeakBytes(last.flatMap(Sample::rssPeakBytes))
            .rssAfterBytes(last.flatMap(Sample::rssBytes))
            .threadsPeak(report.threadsPeak())
            .writerNsPerOp(report.writerNsPerOp())
            .settled(report.settled())
            .build());
  }

  /** The runs as they were added. */
  List<Work.Run> runs() {
    return List.copyOf(runs);
  }

  /** The peak of resident memory of the last measured phase. */
  Optional<Long> rssPeakBytes() {
    return measured.isEmpty() ? Optional.empty() : measured.getLast().after().rssPeakBytes();
  }

  /**
   * All measured phases together; empty when none was ended.
   *
   * @param gcMillis time in collections as another source has it; else that of the runs
   */
  Optional<Work.Window> window(List<Work.Run> all, Optional<Long> gcMillis) {
    if (measured.isEmpty()) {
      return Optional.empty();
    }
    long windowNs = sum(each -> each.after().nanoTime() - each.before().nanoTime());
    long insideNs = sum(each -> each.insideMillis() * 1_000_000);
    List<Work.Run> counted = all.stream().filter(run -> PhaseName.MEASURE.is(run.phase())).toList();
    return Optional.of(
        WorkWindowBuilder.stagedBuilder()
            .windowNs(windowNs)
            .boundaryLagNs(Math.max(0, windowNs - insideNs))
            .operations(counted.stream().mapToLong(Work.Run::operations).sum())
            .host(host())
            .cpuNs(
                total(each ->
                    difference(
                        each.before().cpu().map(Proc.CpuTimes::totalNs),
                        each.after().cpu().map(Proc.CpuTimes::totalNs))))
            .jitCpuNs(total(each -> difference(each.before().jitNs(), each.after().jitNs())))
            .gcMs(gcMillis.or(() -> gcMillis(counted)))
            .tracedOperations(traced(all, counted))
            .build());
  }

  private static Optional<Long> gcMillis(List<Work.Run> runs) {
    return runs.stream().allMatch(run -> run.gcMs().isPresent())
        ? Optional.of(runs.stream().mapToLong(run -> run.gcMs().orElseThrow()).sum())
        : Optional.empty();
  }

  /** Of the traced run, or else of the last measured phase, which has one run or all of them. */
  private Optional<Long> traced(List<Work.Run> all, List<Work.Run> counted) {
    List<Work.Run> last =
        measured.size() == counted.size()
            ? counted.subList(Math.max(0, counted.size() - 1), counted.size())
            : counted;
    return all.stream()
        .filter(run -> PhaseName.TRACE.is(run.phase()))
        .findFirst()
        .map(Work.Run::operations)
        .or(() -> Optional.of(last.stream().mapToLong(Work.Run::operations).sum()));
  }

  private Tiers.Host host() {
    long busy = sum(each -> each.after().host().busyNs() - each.before().host().busyNs());
    long idle = sum(each -> each.after().host().idleNs() - each.before().host().idleNs());
    long steal = sum(each -> each.after().host().stealNs() - each.before().host().stealNs());
    return new Tiers.Host(measured.getLast().after().host().cores(), busy, idle, steal, List.of());
  }

  private long sum(ToLongFunction<Boundaries> part) {
    return measured.stream().mapToLong(part).sum();
  }

  /** Empty when any of them is. */
  private Optional<Long> total(Function<Boundaries, Optional<Long>> part) {
    long sum = 0;
    for (Boundaries each : measured) {
      Optional<Long> found = part.apply(each);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      sum += found.get();
    }
    return Optional.of(sum);
  }

  private static Optional<Long> difference(Optional<Long> from, Optional<Long> to) {
    return from.flatMap(start -> to.map(end -> end - start));
  }
}
