package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.rules.Steps;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Kind;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.DelayHistogram;
import dev.tierbench.run.delay.EchoDelays;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.ResourceLimits;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TiersCgroupBuilder;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.SyscallRow;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
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
                  thread(3, "gc", Map.of(Counter.CPU_NS, 160_000_000L, Counter.FUTEX, 0L)))),
          new SyscallTable(List.of(new SyscallRow(1, "w", "worker", "futex", 80_000))));

  private static ThreadRow thread(long tid, String role, Map<Counter, Long> counts) {
    return new ThreadRow(tid, role + tid, role, ThreadState.LIVE, new Counts(counts));
  }

  private static Measurements measure(Observation observed, LoadResult.Phase... phases) {
    Tiers.Phase traced = Steps.tiers().withName(PhaseName.TRACE.id());
    return HttpMetrics.measure(
        new HttpStep(
            Steps.load(phases),
            Steps.tiersOf(Steps.tiers(), traced),
            Optional.of(observed),
            Optional.empty()),
        THREADS);
  }

  private static Optional<Double> hardware(Map<String, Optional<Long>> counts, String metric) {
    return measure(Steps.OBSERVED.withPerf(counts), MEASURED, Steps.traced(60_000))
        .get(Metrics.get(metric));
  }

  @Test
  void instructionsAndCyclesAreDividedByTheTracedRequests() {
    Map<String, Optional<Long>> counts =
        Map.of(
            Observation.INSTRUCTIONS,
            Optional.of(16_000_000L),
            Observation.CYCLES,
            Optional.of(32_000_000L));
    assertThat(hardware(counts, "instructions_per_op")).contains(160.0);
    assertThat(hardware(counts, "cycles_per_op")).contains(320.0);
    assertThat(hardware(counts, "ipc")).contains(0.5);
  }

  @Test
  void instructionsOfAShorterWindowAreDividedByTheRequestsOfThatWindow() {
    Observation shorter =
        Steps.OBSERVED.with(next ->
            next.windowNs(5_000_000_000L)
                .perf(Map.of(Observation.INSTRUCTIONS, Optional.of(16_000_000L))));
    assertThat(value(measure(shorter, MEASURED, Steps.traced(60_000)), "instructions_per_op"))
        .contains(320.0);
  }

  @Test
  void aHostWithoutHardwareCountersHasNoInstructions() {
    Map<String, Optional<Long>> counts =
        Map.of(Observation.INSTRUCTIONS, Optional.empty(), Observation.CYCLES, Optional.empty());
    assertThat(hardware(counts, "instructions_per_op")).isEmpty();
    assertThat(hardware(counts, "ipc")).isEmpty();
    assertThat(hardware(Map.of(), "cycles_per_op")).isEmpty();
  }

  @Test
  void aLongTraceOfManyRequestsIsDividedByAllOfThem() {
    LoadResult.Phase traced =
        Steps.bare(Steps.traced(0)).with(next -> next.ok(36_000_000).seconds(360.0));
    Observation observed = Steps.OBSERVED.withWindowNs(360_000_000_000L);
    assertThat(value(measure(observed, MEASURED, traced), "futex_per_op").orElseThrow())
        .isCloseTo(80_000 / 36e6, within(1e-6));
  }

  @Test
  void countsOfAWindowThatFailedAreNotUsed() {
    Measurements values =
        measure(
            Steps.OBSERVED.with(next ->
                next.perf(Map.of(Observation.INSTRUCTIONS, Optional.of(16_000_000L)))
                    .failures(List.of("events were lost"))),
            MEASURED,
            Steps.traced(0));
    assertThat(value(values, "instructions_per_op")).isEmpty();
  }

  private static Measurements measure(Tiers.Cgroup group) {
    return HttpMetrics.measure(
        new HttpStep(
            Steps.load(MEASURED),
            Steps.tiersOf(Steps.tiers().withCgroups(List.of(group))),
            Optional.empty(),
            Optional.empty()),
        THREADS);
  }

  /** A server with half a core, whose threads waited 35 s together in a window of 10 s. */
  private static final Tiers.Cgroup LIMITED =
      TiersCgroupBuilder.builder()
          .tier(Tier.SERVER)
          .throttledNs(Optional.of(35_000_000_000L))
          .throttles(Optional.of(80L))
          .periods(Optional.of(100L))
          .asked(Optional.of(new ResourceLimits(Optional.of(0.5), Optional.of(512L << 20))))
          .build();

  @Test
  void theShareOfThrottledPeriodsNeverExceedsTheWhole() {
    assertThat(measure(LIMITED).values()).containsEntry("throttled_percent", 80.0);
    assertThat(measure(LIMITED.withThrottles(Optional.of(0L))).values())
        .containsEntry("throttled_percent", 0.0);
    assertThat(measure(LIMITED.withPeriods(Optional.empty())).values())
        .doesNotContainKey("throttled_percent");
  }

  @Test
  void aQuotaThatThePlanDoesNotAskForIsMeasuredWhereItIsInForce() {
    Tiers.Cgroup unasked = LIMITED.withAsked(Optional.empty());
    assertThat(measure(unasked).values()).doesNotContainKey("throttled_percent");
    assertThat(measure(unasked.withQuotaCores(Optional.of(0.5))).values())
        .containsEntry("throttled_percent", 80.0);
  }

  @Test
  void aQuotaInForceWithoutPeriodsIsNotMeasuredAndNotZero() {
    Tiers.Cgroup uncounted = LIMITED.withThrottles(Optional.of(0L)).withPeriods(Optional.of(0L));
    assertThat(measure(uncounted.withQuotaCores(Optional.of(0.5))).values())
        .doesNotContainKey("throttled_percent");
  }

  @Test
  void theMostMemoryOfAGroupIsThatOfTheWindow() {
    Tiers.GroupMemory memory =
        new Tiers.GroupMemory(
            Optional.of(512L << 20), Optional.of(400L << 20), Optional.of(300L << 20));
    assertThat(measure(LIMITED.withMemory(Optional.of(memory))).values())
        .containsEntry("group_memory_peak_mib", 300.0);
    Tiers.GroupMemory ofLife =
        new Tiers.GroupMemory(Optional.of(512L << 20), Optional.of(400L << 20), Optional.empty());
    assertThat(measure(LIMITED.withMemory(Optional.of(ofLife))).values())
        .doesNotContainKey("group_memory_peak_mib");
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

  /** The longest of ten lognormal delays has its p99 where one alone has its p99.9. */
  @Test
  void theTailOfAFanOutIsThatOfItsLongestCall() {
    DelayDistribution delays = DelayDistribution.parse("lognormal(50ms,p99=400ms)");
    Histogram nanos = new Histogram(3);
    nanos.recordValue(50_000_000);
    EchoDelays both = new EchoDelays(delays, DelayHistogram.of(nanos), DelayHistogram.of(nanos));
    assertThat(echoMillis("", both).orElseThrow()).isCloseTo(400, within(0.5));
    assertThat(echoMillis("?calls=10&fan=parallel", both).orElseThrow())
        .isCloseTo(1_000 * delays.quantile(Math.pow(0.99, 0.1)), within(1.0))
        .isGreaterThan(700);
    assertThat(echoMillis("?calls=10", both)).as("in turn").isEmpty();
  }

  @Test
  void aRequestWaitsForTheMeanOfEachCallOrOfTheLongest() {
    DelayDistribution delays = DelayDistribution.parse("95%:20ms,5%:1s");
    DelayHistogram kept =
        new DelayHistogram(
            70_000, 20_000, 20_000, 1_000_000, List.of(new DelayHistogram.Bin(1, 9)));
    Tiers.Echo echo =
        new Tiers.Echo(
            9,
            Optional.of(20_000.0),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.of(new EchoDelays(delays, kept, kept)));
    assertThat(waitMillis(echo, "")).isCloseTo(70, within(0.1));
    assertThat(waitMillis(echo, "calls=3")).isCloseTo(210, within(0.1));
    // 1 - 0.95^10 = 40.1 % of the requests meet a slow call. Echo is 1.014 times as late as asked.
    assertThat(waitMillis(echo, "calls=10&fan=parallel"))
        .isCloseTo(1_000 * delays.meanOfLargest(10) * 70 / 69, within(0.1))
        .isGreaterThan(400);
  }

  private static double waitMillis(Tiers.Echo echo, String query) {
    return echo.waitUs(new Workload(query)).orElseThrow() / 1_000;
  }

  private static Optional<Double> echoMillis(String query, EchoDelays delays) {
    Tiers.Echo echo =
        new Tiers.Echo(
            9,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.of(delays));
    HttpStep step =
        new HttpStep(
            Steps.load(MEASURED).withTarget("http://127.0.0.1:8080/sleep" + query),
            Steps.tiersOf(Steps.withEcho(Optional.of(echo))),
            Optional.empty(),
            Optional.empty());
    return HttpMetrics.measure(step, RoleCounts.NONE).get(Metrics.get("echo_p99_ms"));
  }

  /** A step in which 40,000 connections were replaced, in 3 ms each. */
  private static Measurements withReplacedConnections() {
    return measure(
        Steps.OBSERVED,
        MEASURED.with(next -> next.renewals(Optional.of(Steps.renewals(40_000, 3_000)))),
        Steps.traced(0));
  }

  @Test
  void replacedConnectionsHaveTheirOwnTimes() {
    Measurements values = withReplacedConnections();
    assertThat(value(values, "connect_mean_ms")).contains(1.0);
    assertThat(value(values, "handshake_mean_ms")).contains(1.5);
    assertThat(value(values, "renewal_mean_ms")).contains(3.0);
    assertThat(value(values, "renewals_per_op")).contains(0.25);
    assertThat(value(measured(), "connect_mean_ms")).isEmpty();
  }

  /** A quarter of the requests waits 3 ms more for a connection, beside a latency of 50 ms. */
  @Test
  void connectingBelongsToARequestAsWell() {
    Measurements values = withReplacedConnections();
    assertThat(value(values, "latency_mean_ms")).contains(50.0);
    assertThat(value(values, "request_mean_ms").orElseThrow()).isCloseTo(50.75, within(1e-9));
    assertThat(value(measured(), "request_mean_ms")).contains(50.0);
  }

  @Test
  void theBusiestThreadOfARoleIsSetAgainstItsMean() {
    RoleCounts threads =
        RoleCounts.of(
            new ThreadTable(
                List.of(
                    thread(1, "event-loop", Map.of(Counter.CPU_NS, 900_000_000L)),
                    thread(2, "event-loop", Map.of(Counter.CPU_NS, 300_000_000L)),
                    thread(3, "timer", Map.of(Counter.CPU_NS, 100_000_000L)))),
            new SyscallTable(List.of()));
    assertThat(threads.roles().get("event-loop").busiest()).contains(1.5);
    assertThat(threads.roles().get("timer").busiest()).isEmpty();
    assertThat(threads.all().busiest()).isEmpty();
    assertThat(THREADS.roles().get("worker").busiest()).contains(1.0);
  }

  @Test
  void migrationsAreCountedForAThousandRequests() {
    RoleCounts threads =
        RoleCounts.of(
            new ThreadTable(
                List.of(
                    thread(1, "worker", Map.of(Counter.MIGRATIONS, 700L)),
                    thread(2, "worker", Map.of(Counter.MIGRATIONS, 100L)),
                    thread(3, "gc", Map.of(Counter.MIGRATIONS, 0L)))),
            new SyscallTable(List.of()));
    Measurements values = ThreadMetrics.measure(Map.of(), threads, Optional.of(1_600.0));
    assertThat(value(values, "migrations_per_1000_op")).contains(500.0);
    assertThat(values.roles().get("worker").values())
        .containsEntry("migrations_per_1000_op", 500.0);
    assertThat(values.roles().get("gc").values()).containsEntry("migrations_per_1000_op", 0.0);
    assertThat(value(measured(), "migrations_per_1000_op")).isEmpty();
  }

  @Test
  void theConnectionsOfTheBusiestEventLoopAreSetAgainstTheMean() {
    Measurements uneven = measureLoops(List.of(50, 25, 25));
    assertThat(value(uneven, "connections_busiest_loop_ratio")).contains(1.5);
    assertThat(value(uneven, "connection_loops")).contains(3.0);
    assertThat(value(measureLoops(List.of(100)), "connections_busiest_loop_ratio")).isEmpty();
    assertThat(value(measureLoops(List.of(100)), "connection_loops")).contains(1.0);
    assertThat(value(measureLoops(List.of()), "connection_loops")).isEmpty();
  }

  private static Measurements measureLoops(List<Integer> connections) {
    return measure(
        Steps.OBSERVED.with(next -> next.connectionsByLoop(connections)),
        MEASURED,
        Steps.traced(0));
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
    Observation half = Steps.OBSERVED.withWindowNs(5_000_000_000L);
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

  /** A phase of 10 s of whose requests some failed, with every percentile. */
  private static Measurements failing(long ok, long failed) {
    LatencySummary times =
        new LatencySummary(
            Optional.of(50_000.0),
            Optional.of(50_000.0),
            Optional.of(60_000.0),
            Optional.of(70_000.0),
            Optional.of(80_000.0),
            Optional.of(90_000.0));
    LoadResult.Phase phase =
        MEASURED.with(next ->
            next.ok(ok)
                .failed(new LoadResult.Failed(0, 0, 0, 0, failed))
                .started(Optional.empty())
                .serviceTimeUs(times)
                .responseTimeUs(Optional.of(times)));
    return measure(Steps.OBSERVED, phase, Steps.traced(0));
  }

  @Test
  void aPercentileWhoseTailLiesAmongTheFailedRequestsIsNotMeasured() {
    assertThat(failing(100_000, 0).values())
        .containsEntry("latency_p99_9_ms", 80.0)
        .containsEntry("latency_max_ms", 90.0);
    assertThat(failing(99_901, 99).values())
        .containsEntry("latency_p99_9_ms", 80.0)
        .doesNotContainKey("latency_max_ms");
    assertThat(failing(99_900, 100).values())
        .containsEntry("latency_p99_ms", 70.0)
        .containsEntry("service_p99_ms", 70.0)
        .doesNotContainKeys("latency_p99_9_ms", "latency_max_ms");
    assertThat(failing(99_000, 1_000).values())
        .containsEntry("latency_p90_ms", 60.0)
        .doesNotContainKeys("latency_p99_ms", "service_p99_ms", "latency_p99_9_ms");
    assertThat(failing(50_000, 50_000).values())
        .doesNotContainKeys("latency_p50_ms", "service_p50_ms", "latency_p90_ms");
  }

  private static Measurements inWindowOf(long windowNs, LoadResult load) {
    List<Tiers.Usage> usages =
        Steps.tiers().tiers().stream()
            .map(usage ->
                usage.with(parts ->
                    parts.userNs(Optional.of(1_500_000_000L)).systemNs(Optional.of(500_000_000L))))
            .toList();
    return HttpMetrics.measure(
        new HttpStep(
            load,
            Steps.tiersOf(Steps.tiers().with(next -> next.windowNs(windowNs).tiers(usages))),
            Optional.empty(),
            Optional.empty()),
        RoleCounts.NONE);
  }

  @Test
  void whatWasUsedInALongerWindowIsScaledToThePhaseOfTheRequests() {
    assertThat(inWindowOf(12_500_000_000L, Steps.load(MEASURED)).values())
        .containsEntry("cpu_us_per_op", 10.0)
        .containsEntry("cpu_user_us_per_op", 7.5)
        .containsEntry("cpu_system_us_per_op", 2.5)
        .containsEntry("loadgen_cpu_us_per_op", 10.0)
        .containsEntry("echo_cpu_us_per_op", 10.0)
        .containsEntry("allocated_bytes_per_op", 8_000.0)
        .containsEntry("gc_pauses_per_1000_op", 0.025)
        .containsEntry("server_cores_used", 0.16);
  }

  @Test
  void aGeneratorThatRanInsideTheWindowHasAllItsRequestsThere() {
    LoadResult load = Steps.load(MEASURED);
    LoadResult.Environment wrk =
        new LoadResult.Environment(
            GeneratorName.WRK,
            "4",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    assertThat(inWindowOf(12_500_000_000L, load.withEnvironment(wrk)).values())
        .containsEntry("cpu_us_per_op", 12.5)
        .containsEntry("allocated_bytes_per_op", 10_000.0);
  }

  @Test
  void aSumThatLacksAPartIsNotMeasured() {
    RoleCounts threads =
        RoleCounts.of(
            new ThreadTable(
                List.of(
                    thread(1, "worker", Map.of(Counter.CPU_NS, 8L, Counter.CS_VOLUNTARY, 4L)),
                    thread(2, "jit", Map.of(Counter.CPU_NS, 2L, Counter.CS_VOLUNTARY, 1L)),
                    thread(3, "jit", Map.of()))),
            new SyscallTable(List.of()));
    assertThat(threads.roles().get("worker").counts().get(Counter.CS_VOLUNTARY)).contains(4L);
    assertThat(threads.roles().get("jit").counts().get(Counter.CS_VOLUNTARY)).isEmpty();
    assertThat(threads.all().counts().get(Counter.CS_VOLUNTARY)).isEmpty();
    assertThat(threads.all().counts().get(Counter.CPU_NS)).isEmpty();
  }

  @Test
  void countsThatLackAQuarterOfTheCpuOfTheProcessAreNotUsed() {
    Observation lacking =
        Steps.OBSERVED.with(
            next -> next.level(CaptureLevel.L2).cpuOfProcessShare(Optional.of(0.75)));
    assertThat(value(measure(lacking, MEASURED, Steps.traced(0)), "futex_per_op")).isEmpty();
    Observation whole =
        Steps.OBSERVED.with(
            next -> next.level(CaptureLevel.L2).cpuOfProcessShare(Optional.of(0.99)));
    assertThat(value(measure(whole, MEASURED, Steps.traced(0)), "futex_per_op")).contains(0.5);
  }

  /** Each request takes 400 µs of a pool, and 18 of a thread that snapshots do not see. */
  @Test
  void countsWithoutThreadsThatNoSnapshotSawAreNotUsed() {
    Observation unseen =
        Steps.OBSERVED.with(
            next -> next.level(CaptureLevel.L3).cpuOfProcessShare(Optional.of(0.957)));
    assertThat(value(measure(unseen, MEASURED, Steps.traced(0)), "futex_per_op")).isEmpty();
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
    Observation failed = Steps.OBSERVED.withFailures(List.of("the tracer ended"));
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
    assertThat(measured().ofRole("gc", Metrics.FUTEX)).contains(0.0);
    assertThat(measured().ofRole("gc", Metrics.get("read_per_op"))).isEmpty();
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
