package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.HIGHER;
import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.metrics.Better.NEITHER;
import static dev.tierbench.run.Units.MICROS_PER_SECOND;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.Kind;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Work;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The metrics of a cell of a suite and their formulas. Only a cell that was completed has values.
 * What is counted by thread is of the traced run, per operation of that run.
 */
public final class SuiteMetrics {

  private static final double NEGLIGIBLE_MICROS = 0.1;

  private static final List<Formula<Work>> BY_CELL =
      List.of(
          metric("run_ms", "time of a run", "ms", LOWER)
              .by(work -> seconds(work).map(s -> s * MILLIS_PER_SECOND)),
          metric("run_mean_ms", "mean time of a run", "ms", NEITHER)
              .by(work -> mean(work, run -> Optional.of(run.wallNs() / NANOS_PER_MILLI))),
          metric("throughput_ops", "throughput", "op/s", HIGHER)
              .by(work -> seconds(work).flatMap(s -> perRun(work).map(ops -> ops / s))),
          ThreadMetrics.CPU.by(SuiteMetrics::cpuMicros),
          HeapMetrics.ALLOCATION.by(SuiteMetrics::allocation),
          metric("rss_peak_mib", "peak of resident memory", "MiB", LOWER)
              .by(work -> work.most(Work.Run::rssPeakBytes).map(HeapMetrics::mebibytes)),
          metric("rss_growth_mib", "growth of resident memory", "MiB", NEITHER)
              .by(work -> mean(work, SuiteMetrics::rssGrowthMebibytes)),
          HeapMetrics.AFTER_GC.by(
              work -> work.most(Work.Run::heapAfterGcBytes).map(HeapMetrics::mebibytes)),
          metric("threads_peak", "peak of threads", "", LOWER)
              .by(work -> work.most(Work.Run::threadsPeak).map(Integer::doubleValue)),
          metric("cold_ms", "first run", "ms", NEITHER)
              .by(work ->
                  work.runs(PhaseName.COLD).findFirst().map(run -> run.wallNs() / NANOS_PER_MILLI)),
          metric("bound_ms", "bound", "ms", NEITHER)
              .by(work -> bound(work).map(s -> s * MILLIS_PER_SECOND)),
          metric("times_bound", "of its bound", "x", NEITHER)
              .by(work -> bound(work).flatMap(limit -> seconds(work).map(s -> s / limit))),
          metric("over_bound_us_per_op", "time over the bound", "µs/op", NEITHER)
              .withNegligible(NEGLIGIBLE_MICROS)
              .by(SuiteMetrics::overBoundMicros),
          HeapMetrics.GC_SHARE.by(
              ofWindow(window ->
                  window.gcMs().map(millis -> HeapMetrics.gcShare(millis, window.windowNs())))),
          metric("jit_percent", "CPU of the JIT", "% of a core", NEITHER)
              .by(
                  ofWindow(
                      window -> window.jitCpuNs().map(cpu -> 100.0 * cpu / window.windowNs()))),
          HostMetrics.CORES_USED.by(
              ofWindow(window -> HostMetrics.coresUsed(window.host(), window.windowNs()))),
          HostMetrics.STEAL.by(ofWindow(window -> HostMetrics.steal(window.host()))));

  private SuiteMetrics() {}

  static List<Metric> all() {
    return Formula.metrics(BY_CELL);
  }

  /** Every value of a cell. */
  public static Measurements measure(
      Work work, Optional<Observation> observed, RoleCounts threads) {
    return work.outcome() == Work.Outcome.COMPLETED
        ? ThreadMetrics.measure(
            Formula.values(BY_CELL, work), threads, tracedOperations(work, observed))
        : Measurements.none();
  }

  /** The operations that the counts by thread are divided by; empty when these are not all. */
  public static Optional<Double> tracedOperations(Work work, Optional<Observation> observed) {
    return observed
        .filter(ThreadMetrics::isComplete)
        .flatMap(found -> work.window().flatMap(Work.Window::tracedOperations))
        .filter(count -> count > 0)
        .map(Long::doubleValue);
  }

  /** The median run; of JMH the median iteration, as the time of one pass. */
  public static Optional<Double> seconds(Work work) {
    if (work.score().isPresent()) {
      return Median.of(work.score().get().iterations()).map(passes -> 1 / passes);
    }
    return Median.of(
        work.runs(PhaseName.MEASURE).map(run -> run.wallNs() / NANOS_PER_SECOND).toList());
  }

  /** Resident memory after a run less that before it, without a collection between. */
  private static Optional<Double> rssGrowthMebibytes(Work.Run run) {
    return run.rssBeforeBytes()
        .flatMap(before -> run.rssAfterBytes().map(after -> HeapMetrics.mebibytes(after - before)));
  }

  /**
   * The arithmetic mean over the measured runs; empty when one of them lacks the value, and of
   * iterations of JMH, which share their boundaries.
   */
  private static Optional<Double> mean(Work work, Function<Work.Run, Optional<Double>> value) {
    List<Work.Run> runs = work.runs(PhaseName.MEASURE).toList();
    List<Double> values = runs.stream().flatMap(run -> value.apply(run).stream()).toList();
    return work.score().isPresent() || values.isEmpty() || values.size() < runs.size()
        ? Optional.empty()
        : Optional.of(values.stream().mapToDouble(Double::doubleValue).sum() / values.size());
  }

  /** The least that a run can take, when anything bounds it. */
  private static Optional<Double> bound(Work work) {
    return Bounds.of(work).map(Bounds.Bound::seconds).filter(seconds -> seconds > 0);
  }

  /** The time over the bound, in microseconds per operation. */
  public static Optional<Double> overBoundMicros(Work work) {
    return bound(work)
        .flatMap(limit ->
            seconds(work)
                .flatMap(s -> perRun(work).map(ops -> (s - limit) * MICROS_PER_SECOND / ops)));
  }

  private static Optional<Double> perRun(Work work) {
    return work.operations().map(operations -> (double) operations.perRun());
  }

  private static Optional<Double> cpuMicros(Work work) {
    return work.window()
        .flatMap(window ->
            window
                .cpuNs()
                .filter(cpu -> window.operations() > 0)
                .flatMap(HostMetrics::cpuMicros)
                .map(micros -> micros / window.operations()));
  }

  private static Optional<Double> allocation(Work work) {
    List<Work.Run> runs =
        work.runs(PhaseName.MEASURE).filter(run -> run.allocatedBytes().isPresent()).toList();
    long operations = runs.stream().mapToLong(Work.Run::operations).sum();
    return operations == 0
        ? Optional.empty()
        : Optional.of(
            runs.stream().mapToLong(run -> run.allocatedBytes().orElseThrow()).sum()
                / (double) operations);
  }

  private static Function<Work, Optional<Double>> ofWindow(
      Function<Work.Window, Optional<Double>> value) {
    return work -> work.window().flatMap(value);
  }

  private static Metric metric(String id, String label, String unit, Better better) {
    return Metric.ofKinds(id, label, unit, better, Set.of(Kind.SUITE));
  }
}
