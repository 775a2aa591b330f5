package dev.tierbench.harness.suite;

import dev.tierbench.observer.host.CompilerThreads;
import dev.tierbench.observer.host.HostTimes;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.WorkRunBuilder;
import dev.tierbench.run.record.WorkWindowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Takes what the host and the worker's process used between the boundaries of a phase, at which the
 * worker waits, and adds it to what the worker reports of its runs. Not thread-safe.
 */
final class CellRecorder {

  private final Proc proc;
  private final int size;
  private final List<Work.Run> runs = new ArrayList<>();
  private final List<Phase> measured = new ArrayList<>();
  private long pid;
  private Optional<CompilerThreads> compilers = Optional.empty();
  private Optional<Sample> opened = Optional.empty();
  private Optional<Phase> closed = Optional.empty();
  private long startNanos;

  CellRecorder(Proc proc, int size) {
    this.proc = proc;
    this.size = size;
  }

  /** The process at an instant. */
  private record Sample(
      long nanoTime,
      HostTimes host,
      Optional<Proc.CpuTimes> cpu,
      Optional<Long> jitNs,
      Optional<Long> rssBytes,
      Optional<Long> rssPeakBytes) {}

  /** A phase from boundary to boundary. */
  private record Phase(Sample before, Sample after, long insideNs) {

    Optional<Long> used(Function<Sample, Optional<Long>> part) {
      return part.apply(before).flatMap(from -> part.apply(after).map(to -> to - from));
    }

    long windowNs() {
      return after.nanoTime() - before.nanoTime();
    }

    Tiers.Host host() {
      return after.host().since(before.host(), windowNs());
    }
  }

  /** The JVM that is measured. */
  void found(long worker) {
    pid = worker;
    compilers = Optional.of(new CompilerThreads(proc, worker));
  }

  long pid() {
    return pid;
  }

  /** The worker waits before a phase. */
  void opens() {
    boolean reset = proc.resetRssPeak(pid);
    opened = Optional.of(sample(reset));
    closed = Optional.empty();
  }

  void started(long nanoTime) {
    startNanos = nanoTime;
  }

  /** The worker waits after a phase. */
  void closes(String phase, long nanoTime) {
    Sample before = opened.orElseThrow();
    Phase ended =
        new Phase(before, sample(before.rssPeakBytes().isPresent()), nanoTime - startNanos);
    closed = Optional.of(ended);
    if (PhaseName.MEASURE.is(phase)) {
      measured.add(ended);
    }
  }

  /** Takes a sample. Without a reset the peak would be that of an earlier phase. */
  private Sample sample(boolean peak) {
    return new Sample(
        System.nanoTime(),
        proc.host(),
        proc.cpu(pid),
        compilers.flatMap(CompilerThreads::cpuNs),
        proc.rssBytes(pid),
        peak ? proc.rssPeakBytes(pid) : Optional.empty());
  }

  /**
   * A run as the worker reports it, with what was sampled around it.
   *
   * @param own whether the phase that ended last is of this run alone
   */
  void add(String phase, WorkerEvent.RunReport report, boolean own) {
    Optional<Phase> around = closed.filter(ended -> own);
    runs.add(
        WorkRunBuilder.stagedBuilder()
            .phase(phase)
            .wallNs(report.wallNs())
            .operations(report.completed().orElse(size * report.operations().orElse(1L)))
            .cpuUserNs(around.flatMap(of -> of.used(at -> at.cpu().map(Proc.CpuTimes::userNs))))
            .cpuSystemNs(around.flatMap(of -> of.used(at -> at.cpu().map(Proc.CpuTimes::systemNs))))
            .jitCpuNs(around.flatMap(of -> of.used(Sample::jitNs)))
            .gcMs(report.gcMs())
            .allocatedBytes(report.allocatedBytes())
            .heapBeforeBytes(report.heapBeforeBytes())
            .heapAfterGcBytes(report.heapAfterGcBytes())
            .rssBeforeBytes(around.flatMap(of -> of.before().rssBytes()))
            .rssPeakBytes(around.flatMap(of -> of.after().rssPeakBytes()))
            .rssAfterBytes(around.flatMap(of -> of.after().rssBytes()))
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

  /** All measured phases together; empty when none was ended. */
  Optional<Work.Window> window(List<Work.Run> all) {
    if (measured.isEmpty()) {
      return Optional.empty();
    }
    long windowNs = sum(Phase::windowNs);
    long insideNs = sum(Phase::insideNs);
    List<Work.Run> counted = all.stream().filter(run -> PhaseName.MEASURE.is(run.phase())).toList();
    return Optional.of(
        WorkWindowBuilder.stagedBuilder()
            .windowNs(windowNs)
            .boundaryLagNs(Math.max(0, windowNs - insideNs))
            .operations(counted.stream().mapToLong(Work.Run::operations).sum())
            .host(Tiers.Host.together(measured.stream().map(Phase::host).toList(), windowNs))
            .cpuNs(used(at -> at.cpu().map(Proc.CpuTimes::totalNs)))
            .jitCpuNs(used(Sample::jitNs))
            .gcMs(sum(counted.stream().map(Work.Run::gcMs)))
            .tracedOperations(traced(all, counted))
            .build());
  }

  /**
   * Operations of the traced run, or else of the last measured phase, which has one run or all of
   * them.
   */
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

  private long sum(ToLongFunction<Phase> part) {
    return measured.stream().mapToLong(part).sum();
  }

  private Optional<Long> used(Function<Sample, Optional<Long>> part) {
    return sum(measured.stream().map(phase -> phase.used(part)));
  }

  /** Empty when any of them is. */
  private static Optional<Long> sum(Stream<Optional<Long>> parts) {
    return parts.reduce(
        Optional.of(0L), (sum, part) -> sum.flatMap(all -> part.map(one -> all + one)));
  }
}
