package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.HIGHER;
import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.metrics.Better.NEITHER;

import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Observed;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Work;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * The metrics of a cell of a suite and their formulas. Only a cell that was completed has values.
 * What is counted by thread is of the traced run, per operation of that run.
 */
public final class SuiteMetrics {

  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MILLI = 1e3;
  private static final double MICRO = 1e6;

  /** Below this much CPU, ticks of 10 ms are too coarse to state it. */
  private static final long LEAST_CPU_NS = 200_000_000;

  /** CPU of the process that snapshots of its threads may miss: ticks of 10 ms alone are some. */
  private static final double MOST_MISSING_CPU = 0.15;

  private static final double NEGLIGIBLE_MICROS = 0.1;

  /** A metric of a cell and how it is made of the cell's record. */
  private record OfCell(Metric metric, Function<Work, Optional<Double>> formula) {}

  private static final List<OfCell> BY_CELL =
      List.of(
          cell(
              "run_ms", "time of a run", "ms", LOWER, 0, work -> seconds(work).map(s -> s * MILLI)),
          cell(
              "throughput_ops",
              "throughput",
              "op/s",
              HIGHER,
              0,
              work -> seconds(work).flatMap(s -> perRun(work).map(ops -> ops / s))),
          new OfCell(ThreadMetrics.CPU, SuiteMetrics::cpuMicros),
          new OfCell(HeapMetrics.ALLOCATION, SuiteMetrics::allocation),
          cell(
              "rss_peak_mib",
              "peak of resident memory",
              "MiB",
              LOWER,
              0,
              work -> most(work, Work.Run::rssPeakBytes)),
          new OfCell(HeapMetrics.AFTER_GC, work -> most(work, Work.Run::heapAfterGcBytes)),
          cell("threads_peak", "peak of threads", "", LOWER, 0, SuiteMetrics::threads),
          cell("cold_ms", "first run", "ms", NEITHER, 0, SuiteMetrics::coldMillis),
          cell("bound_ms", "bound", "ms", NEITHER, 0, work -> bound(work).map(s -> s * MILLI)),
          cell(
              "times_bound",
              "of its bound",
              "x",
              NEITHER,
              0,
              work -> bound(work).flatMap(limit -> seconds(work).map(s -> s / limit))),
          cell(
              "over_bound_us_per_op",
              "time over the bound",
              "µs/op",
              NEITHER,
              NEGLIGIBLE_MICROS,
              SuiteMetrics::overBoundMicros),
          new OfCell(HeapMetrics.GC_SHARE, SuiteMetrics::gcPercent),
          cell(
              "jit_percent", "CPU of the JIT", "% of a core", NEITHER, 0, SuiteMetrics::jitPercent),
          new OfCell(
              HostMetrics.CORES_USED,
              work ->
                  work.window()
                      .flatMap(window -> HostMetrics.coresUsed(window.host(), window.windowNs()))),
          new OfCell(
              HostMetrics.STEAL,
              work -> work.window().flatMap(window -> HostMetrics.steal(window.host()))));

  private SuiteMetrics() {}

  static List<Metric> all() {
    return BY_CELL.stream().map(OfCell::metric).toList();
  }

  /** Every value of a cell. */
  public static Measurements measure(Work work, Optional<Observed> observed, RoleCounts threads) {
    if (work.outcome() != Work.Outcome.COMPLETED) {
      return Measurements.none();
    }
    Map<String, Double> values = new LinkedHashMap<>();
    BY_CELL.forEach(each -> Metric.put(values, each.metric(), each.formula().apply(work)));
    return ThreadMetrics.measure(values, threads, tracedOperations(work, observed));
  }

  /** The operations that the counts by thread are divided by; empty when these are not all. */
  public static Optional<Double> tracedOperations(Work work, Optional<Observed> observed) {
    return observed
        .filter(SuiteMetrics::isComplete)
        .flatMap(found -> work.window().flatMap(Work.Window::tracedOperations))
        .filter(count -> count > 0)
        .map(Long::doubleValue);
  }

  /** Snapshots of {@code /proc} do not see a thread that ended, and only its CPU tells. */
  private static boolean isComplete(Observed observed) {
    return observed.failures().isEmpty()
        && (observed.level() != CaptureLevel.L3
            || observed
                .cpuOfProcessShare()
                .filter(share -> Math.abs(share - 1) <= MOST_MISSING_CPU)
                .isPresent());
  }

  /** The median run; of JMH the median iteration, as the time of one pass. */
  public static Optional<Double> seconds(Work work) {
    if (work.score().isPresent()) {
      return median(work.score().get().iterations()).map(passes -> 1 / passes);
    }
    return median(work.runs(PhaseName.MEASURE).map(run -> run.wallNs() / NANOS).toList());
  }

  private static Optional<Double> median(List<Double> values) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Median().evaluate(values.stream().mapToDouble(Double::doubleValue).toArray()));
  }

  /** The least that a run can take, when anything bounds it. */
  public static Optional<Double> bound(Work work) {
    return Bounds.of(work).map(Bounds.Bound::seconds).filter(seconds -> seconds > 0);
  }

  /** The time over the bound, in microseconds per operation. */
  public static Optional<Double> overBoundMicros(Work work) {
    return bound(work)
        .flatMap(limit ->
            seconds(work).flatMap(s -> perRun(work).map(ops -> (s - limit) * MICRO / ops)));
  }

  private static Optional<Double> perRun(Work work) {
    return work.operations().map(operations -> (double) operations.perRun());
  }

  private static Optional<Double> cpuMicros(Work work) {
    return work.window()
        .flatMap(window ->
            window
                .cpuNs()
                .filter(cpu -> cpu >= LEAST_CPU_NS && window.operations() > 0)
                .map(cpu -> cpu / NANOS_PER_MICRO / window.operations()));
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

  private static Optional<Double> most(Work work, Function<Work.Run, Optional<Long>> bytes) {
    return work.runs(PhaseName.MEASURE)
        .flatMap(run -> bytes.apply(run).stream())
        .max(Long::compare)
        .map(HeapMetrics::mebibytes);
  }

  private static Optional<Double> threads(Work work) {
    return work.runs(PhaseName.MEASURE)
        .flatMap(run -> run.threadsPeak().stream())
        .max(Integer::compare)
        .map(Integer::doubleValue);
  }

  private static Optional<Double> coldMillis(Work work) {
    return work.runs(PhaseName.COLD).findFirst().map(run -> run.wallNs() / NANOS_PER_MILLI);
  }

  private static Optional<Double> gcPercent(Work work) {
    return work.window()
        .flatMap(window ->
            window.gcMs().flatMap(millis -> HeapMetrics.gcShare(millis, window.windowNs())));
  }

  private static Optional<Double> jitPercent(Work work) {
    return work.window()
        .flatMap(window -> window.jitCpuNs().map(cpu -> 100.0 * cpu / window.windowNs()));
  }

  private static OfCell cell(
      String id,
      String label,
      String unit,
      Better better,
      double negligible,
      Function<Work, Optional<Double>> formula) {
    return new OfCell(new Metric(id, label, unit, better, negligible, Set.of(Kind.SUITE)), formula);
  }
}
