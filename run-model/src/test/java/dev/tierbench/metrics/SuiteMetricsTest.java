package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tierbench.rules.Cells;
import dev.tierbench.rules.Steps;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.Work.Outcome;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SuiteMetricsTest {

  /** 40 switches and 20 futex calls in the traced run of ten operations. */
  private static final RoleCounts THREADS =
      RoleCounts.of(
          new ThreadTable(
              List.of(
                  new ThreadRow(
                      1,
                      "parallel-1",
                      "worker",
                      ThreadState.LIVE,
                      new Counts(
                          Map.of(
                              Counter.CPU_NS, 1_000_000L,
                              Counter.CS_VOLUNTARY, 30L,
                              Counter.CS_INVOLUNTARY, 10L,
                              Counter.FUTEX, 20L))))),
          new SyscallTable(List.of()));

  private static Measurements measure(Work work) {
    return SuiteMetrics.measure(work, Optional.empty(), RoleCounts.NONE);
  }

  private static Work window(
      java.util.function.Consumer<dev.tierbench.run.record.WorkWindowBuilder> to) {
    return Cells.work().with(next -> next.window(Optional.of(Cells.window(to))));
  }

  private static Work runs(java.util.function.UnaryOperator<Work.Run> change) {
    Work work = Cells.work();
    return work.with(next -> next.runs(work.runs().stream().map(change).toList()));
  }

  @Test
  void everyValueOfACellHasOneFormula() {
    assertThat(measure(Cells.work()).values())
        .containsOnly(
            entry("run_ms", 5_020.0), // the median of three
            entry("run_mean_ms", 5_020.0),
            entry("throughput_ops", Metric.rounded(10 / 5.02)),
            entry("cpu_us_per_op", 10_000.0), // 300 ms by 30 sleeps
            entry("allocated_bytes_per_op", 2_000.0),
            entry("rss_peak_mib", 50.0),
            entry("rss_growth_mib", 5.0),
            entry("heap_after_gc_mib", 3.0),
            entry("threads_peak", 14.0),
            entry("cold_ms", 5_200.0),
            entry("bound_ms", 5_000.0),
            entry("times_bound", 1.004),
            entry("over_bound_us_per_op", 2_000.0), // 20 ms by 10 sleeps of a run
            entry("gc_percent", Metric.rounded(0.3 / 15.1)),
            entry("jit_percent", Metric.rounded(0.3 / 15.1)),
            entry("host_cores_used", Metric.rounded(0.4 / 15.1)),
            entry("steal_percent", 0.0));
  }

  @Test
  void ofJmhTheScoreIsTheTimeOfAPass() {
    assertThat(measure(Cells.jmh(4_000.0, 5_000.0, 8_000.0)).values())
        .contains(entry("run_ms", 0.2), entry("throughput_ops", 5_000_000.0))
        .doesNotContainKeys("bound_ms", "times_bound", "over_bound_us_per_op", "cold_ms")
        .as("iterations share their boundaries")
        .doesNotContainKeys("run_mean_ms", "rss_growth_mib");
  }

  @Test
  void theMeanOfTheRunsFollowsALongOneWhichTheMedianDoesNot() {
    assertThat(measure(Cells.of(5_000, 5_000, 8_000)).values())
        .contains(entry("run_ms", 5_000.0), entry("run_mean_ms", 6_000.0));
  }

  @Test
  void memoryThatARunGaveBackIsAGrowthBelowZero() {
    Work work = runs(run -> run.with(next -> next.rssAfterBytes(Optional.of(30L << 20))));
    assertThat(measure(work).values()).containsEntry("rss_growth_mib", -10.0);
  }

  @ParameterizedTest
  @EnumSource(value = Outcome.class, names = "COMPLETED", mode = EnumSource.Mode.EXCLUDE)
  void aCellThatWasNotCompletedHasNoValue(Outcome outcome) {
    Work work = Cells.work().with(next -> next.outcome(outcome));
    assertThat(SuiteMetrics.measure(work, Optional.of(Steps.OBSERVED), THREADS))
        .isEqualTo(Measurements.none());
  }

  @Test
  void whatWasNotMeasuredIsAbsentAndNot0() {
    Work work =
        runs(run ->
            run.with(next ->
                next.allocatedBytes(Optional.empty())
                    .heapAfterGcBytes(Optional.empty())
                    .rssPeakBytes(Optional.empty())
                    .rssAfterBytes(Optional.empty())
                    .threadsPeak(Optional.empty())));
    Work bare =
        work.with(next ->
            next.window(
                Optional.of(
                    Cells.window(window ->
                        window
                            .cpuNs(Optional.empty())
                            .jitCpuNs(Optional.empty())
                            .gcMs(Optional.empty())
                            .host(new Tiers.Host(2, 0, 0, 0, List.of()))))));
    assertThat(measure(bare).values())
        .containsOnlyKeys(
            "run_ms",
            "run_mean_ms",
            "throughput_ops",
            "cold_ms",
            "bound_ms",
            "times_bound",
            "over_bound_us_per_op");
  }

  @Test
  void aCellWithoutAWindowHasTheTimesOfItsRunsAlone() {
    assertThat(measure(Cells.work().with(next -> next.window(Optional.empty()))).values())
        .containsKeys("run_ms", "rss_peak_mib")
        .doesNotContainKeys("cpu_us_per_op", "gc_percent", "jit_percent", "host_cores_used");
  }

  @Test
  void tooLittleCpuForTicksOf10MillisecondsIsNotStated() {
    assertThat(measure(window(to -> to.cpuNs(Optional.of(199 * Cells.MILLI)))).values())
        .doesNotContainKey("cpu_us_per_op");
    assertThat(measure(window(to -> to.cpuNs(Optional.of(210 * Cells.MILLI)))).values())
        .contains(entry("cpu_us_per_op", 7_000.0));
  }

  @ParameterizedTest
  @EnumSource(CaptureLevel.class)
  void whereEndsOfThreadsAreNotSeenTheSumOfTheCpuHasToAgree(CaptureLevel level) {
    Observation seen =
        Steps.OBSERVED.with(next -> next.level(level).cpuOfProcessShare(Optional.of(1.002)));
    Observation unknown = seen.with(next -> next.cpuOfProcessShare(Optional.empty()));
    Observation missing = seen.with(next -> next.cpuOfProcessShare(Optional.of(0.5)));
    assertThat(SuiteMetrics.tracedOperations(Cells.work(), Optional.of(seen))).isPresent();
    assertThat(SuiteMetrics.tracedOperations(Cells.work(), Optional.of(unknown)).isPresent())
        .isEqualTo(level == CaptureLevel.L0);
    assertThat(SuiteMetrics.tracedOperations(Cells.work(), Optional.of(missing)).isPresent())
        .isEqualTo(level == CaptureLevel.L0);
  }

  @Test
  void runsOutsideTheMeasuredPhaseAreInNoValue() {
    Work work =
        runs(run ->
            run.phase().equals("measure")
                ? run
                : run.with(next ->
                    next.rssPeakBytes(Optional.of(900 * Cells.MEBI))
                        .allocatedBytes(Optional.of(1L << 40))
                        .threadsPeak(Optional.of(999))));
    assertThat(measure(work).values())
        .contains(
            entry("rss_peak_mib", 50.0),
            entry("rss_growth_mib", 5.0),
            entry("allocated_bytes_per_op", 2_000.0),
            entry("threads_peak", 14.0));
  }

  @Test
  void threadsAreDividedByTheOperationsOfTheTracedRun() {
    Measurements values = SuiteMetrics.measure(Cells.work(), Optional.of(Steps.OBSERVED), THREADS);
    assertThat(values.values()).contains(entry("cs_per_op", 4.0), entry("futex_per_op", 2.0));
    assertThat(values.roles().get("worker").values()).contains(entry("cpu_us_per_op", 100.0));
    assertThat(values.values())
        .as("CPU of the cell is that of its measured runs")
        .contains(entry("cpu_us_per_op", 10_000.0));
  }

  @Test
  void countsThatFailedAreNotUsed() {
    assertThat(
            SuiteMetrics.measure(
                    Cells.work(), Optional.of(Observation.failed("no tracer")), THREADS)
                .values())
        .containsKey("run_ms")
        .doesNotContainKeys("cs_per_op", "futex_per_op");
    assertThat(
            SuiteMetrics.measure(
                    window(to -> to.tracedOperations(Optional.empty())),
                    Optional.of(Steps.OBSERVED),
                    THREADS)
                .values())
        .doesNotContainKey("cs_per_op");
  }
}
