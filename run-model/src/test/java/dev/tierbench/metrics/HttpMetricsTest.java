package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.rules.Steps;
import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import dev.tierbench.run.HttpStep;
import dev.tierbench.run.Kind;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SyscallRow;
import dev.tierbench.run.SyscallTable;
import dev.tierbench.run.ThreadRow;
import dev.tierbench.run.ThreadState;
import dev.tierbench.run.ThreadTable;
import dev.tierbench.run.Tiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpMetricsTest {

  /** 160,000 requests in 10 s; the server used 2 s of CPU. */
  private static final LoadResult.Phase MEASURED = Steps.phase();

  private static final RoleCounts THREADS =
      RoleCounts.of(
          new ThreadTable(
              List.of(
                  thread(1, "worker", Map.of(Counter.CPU_NS, 800_000_000L, Counter.FUTEX, 40_000L)),
                  thread(2, "worker", Map.of(Counter.CPU_NS, 800_000_000L, Counter.FUTEX, 40_000L)),
                  thread(3, "gc", Map.of(Counter.CPU_NS, 160_000_000L)))),
          new SyscallTable(List.of(new SyscallRow(1, "w", "worker", "futex", 80_000))));

  private static ThreadRow thread(long tid, String role, Map<Counter, Long> counts) {
    return new ThreadRow(tid, role + tid, role, ThreadState.LIVE, new Counts(counts));
  }

  private static Measurements measure(Observed observed, LoadResult.Phase... phases) {
    Tiers.Phase traced = Steps.tiers().withName(PhaseName.TRACE.id());
    return HttpMetrics.measure(
        new HttpStep(
            Steps.load(phases),
            Steps.tiersOf(Steps.tiers(), traced),
            Optional.of(observed),
            Optional.empty()),
        THREADS);
  }

  private static Measurements measure(Optional<Tiers.Heap> heap) {
    List<Tiers.Usage> usages =
        Steps.tiers().tiers().stream().map(usage -> usage.withHeap(heap)).toList();
    return HttpMetrics.measure(
        new HttpStep(
            Steps.load(MEASURED),
            Steps.tiersOf(Steps.tiers().withTiers(usages)),
            Optional.empty(),
            Optional.empty()),
        RoleCounts.NONE);
  }

  private static Measurements ofServer(long userNs, long systemNs) {
    List<Tiers.Usage> usages =
        Steps.tiers().tiers().stream()
            .map(usage ->
                usage.with(parts ->
                    parts
                        .cpuNs(Optional.of(userNs + systemNs))
                        .userNs(Optional.of(userNs))
                        .systemNs(Optional.of(systemNs))))
            .toList();
    return HttpMetrics.measure(
        new HttpStep(
            Steps.load(MEASURED),
            Steps.tiersOf(Steps.tiers().withTiers(usages)),
            Optional.empty(),
            Optional.empty()),
        RoleCounts.NONE);
  }

  private static Measurements measured() {
    return measure(Steps.OBSERVED, MEASURED, Steps.traced(0));
  }

  private static Optional<Double> value(Measurements measurements, String id) {
    return measurements.get(Metrics.get(id));
  }

  @Test
  void userAndSystemCpuAreStatedOnlyWhenTheKernelSplitThem() {
    Measurements split = ofServer(1_500_000_000, 500_000_000);
    assertThat(value(split, "cpu_user_us_per_op")).contains(9.375);
    assertThat(value(split, "cpu_system_us_per_op")).contains(3.125);
    for (Measurements stoodStill :
        List.of(ofServer(0, 2_000_000_000), ofServer(2_000_000_000, 0))) {
      assertThat(value(stoodStill, "cpu_user_us_per_op")).isEmpty();
      assertThat(value(stoodStill, "cpu_system_us_per_op")).isEmpty();
      assertThat(value(stoodStill, "cpu_us_per_op")).contains(12.5);
    }
  }

  @Test
  void tooLittleCpuForTicksOf10MillisecondsIsNotStated() {
    Measurements little = ofServer(150_000_000, 40_000_000);
    assertThat(value(little, "cpu_us_per_op")).isEmpty();
    assertThat(value(little, "cpu_user_us_per_op")).isEmpty();
    assertThat(value(little, "server_cores_used")).contains(0.019);
    assertThat(value(ofServer(150_000_000, 50_000_000), "cpu_us_per_op")).contains(1.25);
  }

  @Test
  void whatIsMeasuredIsDividedByTheRequestsOfItsOwnPhase() {
    assertThat(measured().values())
        .containsEntry("throughput_rps", 16_000.0)
        .containsEntry("latency_mean_ms", 50.0)
        .containsEntry("cpu_us_per_op", 12.5)
        .containsEntry("server_cores_used", 0.2)
        .containsEntry("silence_ms", 20.0)
        .containsEntry("received_bytes_per_op", 0.0)
        .containsEntry("allocated_bytes_per_op", 10_000.0)
        .containsEntry("gc_pauses_per_1000_op", 0.03125)
        .containsEntry("gc_percent", 1.0)
        .containsEntry("heap_after_gc_mib", 48.0)
        .containsEntry("overhead_throughput_percent", 0.0)
        .containsEntry("futex_per_op", 0.5);
  }

  @Test
  void countsAreDividedByTheRequestsInTheTracersOwnWindow() {
    Observed half = Steps.OBSERVED.withWindowNs(5_000_000_000L);
    assertThat(value(measure(half, MEASURED, Steps.traced(0)), "futex_per_op")).contains(1.0);
  }

  @Test
  void fewerRequestsForTheSameCpuInTheTracedPhaseArePositiveOverheads() {
    assertThat(measure(Steps.OBSERVED, MEASURED, Steps.traced(32_000)).values())
        .containsEntry("overhead_throughput_percent", 20.0)
        .containsEntry("overhead_cpu_percent", 25.0);
  }

  @Test
  void whatWasNotMeasuredIsAbsent() {
    assertThat(value(measured(), "latency_p99_9_ms")).isEmpty();
    assertThat(value(measured(), "read_per_op")).isEmpty();
    assertThat(value(measure(Steps.OBSERVED, MEASURED), "overhead_throughput_percent")).isEmpty();
    assertThat(measure(Steps.OBSERVED, MEASURED).roles()).isEmpty();
  }

  @Test
  void aHeapThatWasNotReadHasNoValuesAndOneWithoutACollectionHasNoPauses() {
    String[] ids = {
      "allocated_bytes_per_op", "gc_pauses_per_1000_op", "gc_percent", "heap_after_gc_mib"
    };
    assertThat(measure(Optional.<Tiers.Heap>empty()).values()).doesNotContainKeys(ids);
    assertThat(
            measure(
                    Optional.of(
                        new Tiers.Heap("Copy:MSC", Optional.empty(), 0, 0, 0, Optional.empty())))
                .values())
        .containsEntry("gc_pauses_per_1000_op", 0.0)
        .containsEntry("gc_percent", 0.0)
        .doesNotContainKeys("allocated_bytes_per_op", "heap_after_gc_mib");
  }

  @Test
  void allocationOfAFewRegionsIsTooCoarseToBeStated() {
    Tiers.Heap few =
        new Tiers.Heap("GarbageFirst", Optional.of(20L << 20), 0, 0, 0, Optional.empty());
    assertThat(measure(Optional.of(few)).values()).doesNotContainKey("allocated_bytes_per_op");
  }

  @Test
  void countsOfATracerThatFailedAreNotUsed() {
    Observed failed = Steps.OBSERVED.withFailures(List.of("the tracer ended"));
    assertThat(measure(failed, MEASURED, Steps.traced(0)))
        .satisfies(found -> assertThat(value(found, "futex_per_op")).isEmpty())
        .satisfies(found -> assertThat(value(found, "throughput_rps")).contains(16_000.0))
        .satisfies(found -> assertThat(found.allThreads()).isEmpty());
  }

  @Test
  void aRoleHasItsThreadsAndAllRolesTogetherTheirSum() {
    Metric cpu = Metrics.get("cpu_us_per_op");
    assertThat(measured().roles().get("worker").threads()).isEqualTo(2);
    assertThat(measured().ofRole("worker", cpu)).contains(10.0);
    assertThat(measured().ofRole(Measurements.ENTIRE_JVM, cpu)).contains(11.0);
    assertThat(measured().callsPerOp("worker", "futex")).contains(0.5);
  }

  @Test
  void aRoleThatIsNotThereDidNothingAndACounterThatItLacksWasNotMeasured() {
    assertThat(measured().ofRole("poller", Metrics.FUTEX)).contains(0.0);
    assertThat(measured().ofRole("gc", Metrics.FUTEX)).isEmpty();
    assertThat(measured().ofRole("poller", Metrics.get("read_per_op"))).isEmpty();
    assertThat(measured().callsPerOp("gc", "futex")).contains(0.0);
  }

  @Test
  void measurementsSurviveTheirJson() {
    assertThat(RunJson.parse(RunJson.toJson(measured()), Measurements.class)).isEqualTo(measured());
  }

  @Test
  void everyIdIsUniqueAndNamesTheUnitOfItsKind() {
    assertThat(Metrics.of(Kind.HTTP)).extracting(Metric::id).doesNotHaveDuplicates();
    assertThat(Metrics.get("cpu_us_per_op").title("req")).isEqualTo("CPU, µs/req");
  }

  @Test
  void aValueKeepsSixSignificantDigits() {
    assertThat(Metric.rounded(15_709.1234)).isEqualTo(15_709.1);
    assertThat(Metric.rounded(-0.00012345678)).isEqualTo(-0.000123457);
    assertThat(Metric.rounded(0)).isZero();
  }
}
