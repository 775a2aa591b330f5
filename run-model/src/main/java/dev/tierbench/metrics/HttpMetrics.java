package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.HIGHER;
import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.metrics.Better.NEITHER;
import static dev.tierbench.metrics.Metric.ofHttp;
import static dev.tierbench.run.PhaseName.MEASURE;
import static dev.tierbench.run.PhaseName.PROFILE;
import static dev.tierbench.run.PhaseName.TRACE;
import static dev.tierbench.run.Units.MICROS_PER_MILLI;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;
import static dev.tierbench.run.Units.NANOS_PER_MICRO;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The metrics of an HTTP step and their formulas. Throughput, latency and CPU are of the measured
 * phase, which nothing is attached to; what is counted by thread is of the traced phase, per
 * request of that phase.
 */
public final class HttpMetrics {

  /** Eden is counted in regions of 1 MiB and more: below this much that is too coarse. */
  private static final long LEAST_ALLOCATION = 32 << 20;

  private static final double PER_THOUSAND = 1e3;
  private static final double P99 = 0.99;

  private static final List<Formula<HttpStep>> ALWAYS =
      List.of(
          ofHttp("throughput_rps", "throughput", "req/s", HIGHER)
              .by(step -> step.load(MEASURE).map(LoadResult.Phase::throughputRps)),
          latency("latency_mean_ms", "mean latency", (phase, times) -> times.mean()),
          latency("latency_p50_ms", "p50 latency", stated(50, LatencySummary::p50)),
          latency("latency_p90_ms", "p90 latency", stated(90, LatencySummary::p90)),
          latency("latency_p99_ms", "p99 latency", stated(99, LatencySummary::p99)),
          latency("latency_p99_9_ms", "p99.9 latency", stated(99.9, LatencySummary::p999)),
          latency("latency_max_ms", "longest latency", stated(100, LatencySummary::max)),
          serviceTime("service_p50_ms", "p50 service time", stated(50, LatencySummary::p50)),
          serviceTime("service_p99_ms", "p99 service time", stated(99, LatencySummary::p99)),
          fact("echo_p99_ms", "p99 that the delays of echo alone would make", "ms")
              .by(HttpMetrics::echoMillis),
          renewal("connect_mean_ms", "mean time to connect", LoadResult.Renewals::connectUs),
          ofHttp("handshake_mean_ms", "mean TLS handshake", "ms", LOWER)
              .by(step ->
                  renewals(step)
                      .flatMap(LoadResult.Renewals::handshakeUs)
                      .flatMap(LatencySummary::mean)
                      .map(mean -> mean / MICROS_PER_MILLI)),
          renewal("renewal_mean_ms", "mean time between connections", LoadResult.Renewals::wholeUs),
          fact("renewals_per_op", "connections replaced", "per op")
              .by(step ->
                  perRequest(step, MEASURE, renewals(step).map(LoadResult.Renewals::count))),
          ofHttp("request_mean_ms", "mean service time with connecting", "ms", LOWER)
              .by(HttpMetrics::requestMillis),
          ThreadMetrics.CPU.by(step -> cpuUsPerRequest(step, MEASURE, Tier.SERVER)),
          cpuPart("cpu_user_us_per_op", "user CPU", Tiers.Usage::userNs),
          cpuPart("cpu_system_us_per_op", "system CPU", Tiers.Usage::systemNs),
          ofHttp("instructions_per_op", "instructions", "per op", LOWER)
              .by(step -> perTracedRequest(step, Observation.INSTRUCTIONS)),
          ofHttp("cycles_per_op", "cycles", "per op", LOWER)
              .by(step -> perTracedRequest(step, Observation.CYCLES)),
          fact("ipc", "instructions a cycle", "")
              .by(step ->
                  perf(step, Observation.CYCLES)
                      .filter(cycles -> cycles > 0)
                      .flatMap(cycles ->
                          perf(step, Observation.INSTRUCTIONS)
                              .map(instructions -> (double) instructions / cycles))),
          fact("received_bytes_per_op", "bytes received", "B/op")
              .by(step ->
                  perRequest(
                      step, MEASURE, step.load(MEASURE).flatMap(LoadResult.Phase::bytesReceived))),
          fact("silence_ms", "longest time without an answer", "ms")
              .by(step -> step.load(MEASURE).flatMap(LoadResult.Phase::silence).map(Pause::millis)),
          HeapMetrics.ALLOCATION.by(HttpMetrics::allocation),
          ofHttp("gc_pauses_per_1000_op", "GC pauses", "per 1,000 op", LOWER)
              .by(step ->
                  perRequest(
                      step,
                      MEASURE,
                      heap(step).flatMap(heap -> ofServer(step, PER_THOUSAND * heap.pauses())))),
          HeapMetrics.GC_SHARE.by(HttpMetrics::gcPercent),
          HeapMetrics.AFTER_GC.by(
              step -> heap(step).flatMap(Tiers.Heap::afterGcBytes).map(HeapMetrics::mebibytes)),
          ofHttp("throttled_percent", "periods in which a CPU quota stopped it", "%", LOWER)
              .by(step -> quota(step).flatMap(Tiers.Cgroup::throttledPercent)),
          ofHttp("throttles_per_1000_op", "throttled periods", "per 1,000 op", LOWER)
              .by(step ->
                  perRequest(
                      step,
                      MEASURE,
                      quota(step)
                          .flatMap(Tiers.Cgroup::throttles)
                          .map(count -> PER_THOUSAND * count))),
          ofHttp("group_memory_peak_mib", "most memory of its control group", "MiB", LOWER)
              .by(step ->
                  step.tiers(MEASURE)
                      .flatMap(Tiers.Phase::limited)
                      .flatMap(Tiers.Cgroup::memory)
                      .flatMap(Tiers.GroupMemory::windowPeakBytes)
                      .map(HeapMetrics::mebibytes)),
          ofHttp("rss_mib", "resident memory", "MiB", LOWER)
              .by(step -> server(step).flatMap(Tiers.Usage::rssBytes).map(HeapMetrics::mebibytes)),
          ofHttp("threads", "threads", "", LOWER)
              .by(step -> server(step).flatMap(Tiers.Usage::threads).map(Integer::doubleValue)),
          coresUsed(Tier.SERVER),
          fact("server_cores", "server's cores", "cores")
              .by(step ->
                  server(step).flatMap(Tiers.Usage::cores).map(cores -> (double) cores.size())),
          coresUsed(Tier.ECHO),
          cpuOf(Tier.ECHO),
          coresUsed(Tier.DATABASE),
          cpuOf(Tier.DATABASE),
          coresUsed(Tier.LOADGEN),
          cpuOf(Tier.LOADGEN),
          HostMetrics.CORES_USED.by(step ->
              window(step)
                  .flatMap(window -> HostMetrics.coresUsed(window.host(), window.windowNs()))),
          HostMetrics.STEAL.by(
              step -> window(step).flatMap(window -> HostMetrics.steal(window.host()))),
          HostMetrics.ALU.by(step -> hostMillis(step, HostSpeed.Reading::aluNs)),
          HostMetrics.MEMORY.by(step -> hostMillis(step, HostSpeed.Reading::memoryNs)),
          fact("requests_ok", "correct answers", "req")
              .by(step -> step.load(MEASURE).map(load -> (double) load.ok())),
          fact("requests_failed", "failed requests", "req")
              .by(step -> step.load(MEASURE).map(load -> (double) load.failed().total())),
          fact("traced_throughput_rps", "traced throughput", "req/s")
              .by(step -> step.load(TRACE).map(LoadResult.Phase::throughputRps)),
          fact("overhead_throughput_percent", "tracing overhead on throughput", "%")
              .by(step -> throughputOverhead(step, TRACE)),
          fact("overhead_cpu_percent", "tracing overhead on CPU", "%")
              .by(step -> cpuOverhead(step, TRACE)),
          fact("profile_overhead_throughput_percent", "profiling overhead on throughput", "%")
              .by(step -> profiled(step).flatMap(with -> throughputOverhead(with, PROFILE))),
          fact("profile_overhead_cpu_percent", "profiling overhead on CPU", "%")
              .by(step -> profiled(step).flatMap(with -> cpuOverhead(with, PROFILE))),
          fact("profile_cpu_percent", "sampled CPU of that counted", "%")
              .by(ProfileMetrics::sampledCpuPercent),
          ofHttp("vthread_pins_per_1000_op", "virtual-thread pins", "per 1,000 op", LOWER)
              .by(ProfileMetrics::pins),
          ofHttp("vthread_mounts_per_op", "virtual-thread mounts", "per op", LOWER)
              .by(ProfileMetrics::mounts),
          ofHttp("live_heap_mib", "reachable heap under load", "MiB", LOWER)
              .by(ProfileMetrics::liveHeapMib),
          fact("vthread_submit_failures", "virtual threads that the scheduler refused", "")
              .by(step -> step.profile().flatMap(Profile::submitFailures).map(Long::doubleValue)));

  private static final List<Formula<HttpStep>> BY_STEP =
      Stream.of(ALWAYS, DatabaseMetrics.ALL, OverloadMetrics.ALL, BalanceMetrics.ALL)
          .flatMap(List::stream)
          .toList();

  private HttpMetrics() {}

  private static Optional<Tiers.Cgroup> quota(HttpStep step) {
    return step.tiers(MEASURE).flatMap(Tiers.Phase::quotaInForce);
  }

  /** Metrics of a step itself, the ones that are compared by default first. */
  static List<Metric> all() {
    return Formula.metrics(BY_STEP);
  }

  /** Every value of a step. */
  public static Measurements measure(HttpStep step, RoleCounts threads) {
    return ThreadMetrics.measure(Formula.values(BY_STEP, step), threads, tracedRequests(step));
  }

  /**
   * The requests that the counts of the threads are divided by, of the tracer's window. Empty when
   * none was answered, or when the counts are not to be used.
   */
  public static Optional<Double> tracedRequests(HttpStep step) {
    return step.observed()
        .filter(ThreadMetrics::isComplete)
        .flatMap(observed -> requestsOf(step, observed));
  }

  /**
   * The requests that the traced phase answered in a window as long as the tracer's, or all of a
   * generator that ran inside that window; empty when none was.
   */
  private static Optional<Double> requestsOf(HttpStep step, Observation observed) {
    return step.load(TRACE)
        .filter(phase -> phase.ok() > 0 && observed.windowNs() > 0)
        .map(phase ->
            step.load().ranInsideWindow()
                ? (double) phase.ok()
                : (double) phase.ok() * observed.windowNs() / NANOS_PER_SECOND / phase.seconds());
  }

  /** Ticks of 10 ms are too coarse for little CPU, before it is scaled. */
  private static Optional<Double> cpuUsPerRequest(HttpStep step, PhaseName phase, Tier tier) {
    return sum(step, phase, tier, (of, process) -> process.cpuNs(), Long::sum)
        .flatMap(HostMetrics::cpuMicros)
        .flatMap(unscaled ->
            sum(
                step,
                phase,
                tier,
                (of, process) ->
                    process.cpuNs().flatMap(nanos -> inPhase(step, phase, of, process, nanos)),
                Double::sum))
        .flatMap(nanos -> perRequest(step, phase, Optional.of(nanos / NANOS_PER_MICRO)));
  }

  /**
   * What a process used in the window between two snapshots, in a window as long as the phase of
   * the requests that it is divided by. All requests of a generator that ran inside the window lie
   * there, and so nothing is scaled.
   */
  private static Optional<Double> inPhase(
      HttpStep step, PhaseName phase, Tiers.Phase of, Tiers.Usage process, double amount) {
    long windowNs = of.windowOf(process).windowNs();
    return step.load(phase)
        .filter(load -> step.load().ranInsideWindow() || windowNs > 0)
        .map(load ->
            step.load().ranInsideWindow()
                ? amount
                : amount * load.seconds() * NANOS_PER_SECOND / windowNs);
  }

  /** The same of the server in the measured phase. */
  private static Optional<Double> ofServer(HttpStep step, double amount) {
    return step.tiers(MEASURE)
        .flatMap(of ->
            of.tier(Tier.SERVER).flatMap(process -> inPhase(step, MEASURE, of, process, amount)));
  }

  /**
   * Sums over all processes of a tier; empty when there is none, or one of them was not measured.
   */
  private static <T> Optional<T> sum(
      HttpStep step,
      PhaseName phase,
      Tier tier,
      BiFunction<Tiers.Phase, Tiers.Usage, Optional<T>> part,
      BinaryOperator<T> together) {
    return step.tiers(phase)
        .flatMap(of ->
            of.all(tier).stream()
                .map(process -> part.apply(of, process))
                .reduce(
                    (a, b) -> a.flatMap(first -> b.map(second -> together.apply(first, second)))))
        .flatMap(Function.identity());
  }

  /** An amount of a phase by the requests that were answered in it; empty when none was. */
  private static Optional<Double> perRequest(
      HttpStep step, PhaseName phase, Optional<? extends Number> amount) {
    return amount.flatMap(all ->
        step.load(phase).filter(load -> load.ok() > 0).map(load -> all.doubleValue() / load.ok()));
  }

  private static Optional<Tiers.Usage> server(HttpStep step) {
    return step.tier(MEASURE, Tier.SERVER);
  }

  private static Optional<Tiers.Heap> heap(HttpStep step) {
    return server(step).flatMap(Tiers.Usage::heap);
  }

  private static Optional<Double> allocation(HttpStep step) {
    return perRequest(
        step,
        MEASURE,
        heap(step)
            .flatMap(Tiers.Heap::allocatedBytes)
            .filter(bytes -> bytes >= LEAST_ALLOCATION)
            .flatMap(bytes -> ofServer(step, bytes)));
  }

  private static Optional<Double> gcPercent(HttpStep step) {
    return heap(step)
        .flatMap(heap ->
            window(step)
                .map(window ->
                    HeapMetrics.gcShare(heap.pauseNs() / NANOS_PER_MILLI, window.windowNs())));
  }

  /** Window of the server's host: values of "the host" are those of that one. */
  private static Optional<Tiers.HostWindow> window(HttpStep step) {
    return step.tiers(MEASURE).map(phase -> phase.windowOf(Tier.SERVER));
  }

  private static Optional<Double> hostMillis(
      HttpStep step, ToLongFunction<HostSpeed.Reading> part) {
    return step.tiers().hostSpeed().flatMap(speed -> HostMetrics.slowerMillis(speed, part));
  }

  /** A count of the server's process in the traced phase. */
  private static Optional<Long> perf(HttpStep step, String event) {
    return step.observed()
        .filter(observed -> observed.failures().isEmpty())
        .flatMap(observed -> observed.counted(event));
  }

  /** The same by the requests of the window that it was counted in. */
  private static Optional<Double> perTracedRequest(HttpStep step, String event) {
    return perf(step, event)
        .flatMap(count ->
            step.observed()
                .flatMap(observed -> requestsOf(step, observed))
                .map(requests -> count / requests));
  }

  /** A step that has a profile. */
  private static Optional<HttpStep> profiled(HttpStep step) {
    return step.profile().filter(profile -> profile.failure().isEmpty()).map(profile -> step);
  }

  /** Share of the measured phase's throughput that another phase did not reach. */
  private static Optional<Double> throughputOverhead(HttpStep step, PhaseName phase) {
    return step.load(MEASURE)
        .filter(measured -> measured.throughputRps() > 0)
        .flatMap(measured ->
            step.load(phase)
                .map(other -> 100 * (1 - other.throughputRps() / measured.throughputRps())));
  }

  /**
   * The p99 of a request that only waits for echo, by the distribution of its delays: of several
   * calls at a time that of the longest. Empty of calls in turn, whose sum has no closed form.
   */
  private static Optional<Double> echoMillis(HttpStep step) {
    Workload work = step.load().workload();
    return step.tiers(MEASURE)
        .flatMap(Tiers.Phase::echo)
        .filter(any -> work.callsInTurn() == 1)
        .map(echo -> echo.distribution().quantileOfLargest(P99, work.calls()) * MILLIS_PER_SECOND);
  }

  /** Share by which a phase's CPU per request exceeds that of the measured phase. */
  private static Optional<Double> cpuOverhead(HttpStep step, PhaseName phase) {
    return cpuUsPerRequest(step, MEASURE, Tier.SERVER)
        .filter(measured -> measured > 0)
        .flatMap(measured ->
            cpuUsPerRequest(step, phase, Tier.SERVER).map(other -> 100 * (other / measured - 1)));
  }

  private static Metric fact(String id, String label, String unit) {
    return ofHttp(id, label, unit, NEITHER);
  }

  /** Metric of the response time in the open model, and of the service time in the closed one. */
  private static Formula<HttpStep> latency(String id, String label, LatencyPart part) {
    return millis(id, label, phase -> part.of(phase, phase.latencyUs()));
  }

  /** Metric of the service time in the open model; in the closed one it is the latency. */
  private static Formula<HttpStep> serviceTime(String id, String label, LatencyPart part) {
    return millis(
        id,
        label,
        phase -> phase.responseTimeUs().flatMap(open -> part.of(phase, phase.serviceTimeUs())));
  }

  private static Optional<LoadResult.Renewals> renewals(HttpStep step) {
    return step.load(MEASURE).flatMap(LoadResult.Phase::renewals);
  }

  /** Metric of a time that the replacement of a connection takes. */
  private static Formula<HttpStep> renewal(
      String id, String label, Function<LoadResult.Renewals, LatencySummary> times) {
    return ofHttp(id, label, "ms", LOWER)
        .by(step ->
            renewals(step)
                .map(times)
                .flatMap(LatencySummary::mean)
                .map(mean -> mean / MICROS_PER_MILLI));
  }

  /** The service time and the share of a request in what replaces connections, as ab counts it. */
  private static Optional<Double> requestMillis(HttpStep step) {
    Optional<LoadResult.Renewals> replaced = renewals(step).filter(all -> all.count() > 0);
    Optional<Double> added =
        replaced.isEmpty()
            ? Optional.of(0.0)
            : perRequest(
                step,
                MEASURE,
                replaced.flatMap(all -> all.wholeUs().mean().map(mean -> mean * all.count())));
    return step.load(MEASURE)
        .flatMap(phase -> phase.serviceTimeUs().mean())
        .flatMap(served -> added.map(us -> (served + us) / MICROS_PER_MILLI));
  }

  /** A part of the latencies of a phase. */
  private interface LatencyPart {
    Optional<Double> of(LoadResult.Phase phase, LatencySummary times);
  }

  /**
   * A percentile of the correct answers that is one of all requests as well: failed requests have
   * no latency, and those that timed out were the slowest.
   */
  private static LatencyPart stated(
      double percentile, Function<LatencySummary, Optional<Double>> part) {
    return (phase, times) -> phase.isAmongFailed(percentile) ? Optional.empty() : part.apply(times);
  }

  /** A time of the measured phase, which the load generator gives in microseconds. */
  private static Formula<HttpStep> millis(
      String id, String label, Function<LoadResult.Phase, Optional<Double>> micros) {
    return ofHttp(id, label, "ms", LOWER)
        .by(step -> step.load(MEASURE).flatMap(micros).map(us -> us / MICROS_PER_MILLI));
  }

  /**
   * Not measured when both together are too little for ticks, or when either stood still. The
   * kernel splits the exact CPU time of a process by its sampled ticks and lets neither part fall
   * (cputime_adjust in kernel/sched/cputime.c): after a warm-up of another mix one part may take
   * all of a window.
   */
  private static Formula<HttpStep> cpuPart(
      String id, String label, Function<Tiers.Usage, Optional<Long>> nanos) {
    return ofHttp(id, label, "µs/op", LOWER)
        .withNegligible(ThreadMetrics.CPU.negligible())
        .by(step ->
            server(step)
                .filter(HttpMetrics::isSplit)
                .filter(usage -> usage.cpuNs().flatMap(HostMetrics::cpuMicros).isPresent())
                .flatMap(nanos)
                .flatMap(cpu -> perRequest(step, MEASURE, ofServer(step, cpu / NANOS_PER_MICRO))));
  }

  private static boolean isSplit(Tiers.Usage usage) {
    return Stream.of(usage.userNs(), usage.systemNs())
        .allMatch(part -> part.filter(nanos -> nanos > 0).isPresent());
  }

  private static Formula<HttpStep> coresUsed(Tier tier) {
    return fact(tier.id() + "_cores_used", "CPU of " + tier.id(), "cores")
        .by(step -> sum(step, MEASURE, tier, Tiers.Phase::coresUsed, Double::sum));
  }

  private static Formula<HttpStep> cpuOf(Tier tier) {
    return fact(tier.id() + "_cpu_us_per_op", "CPU of " + tier.id(), "µs/op")
        .by(step -> cpuUsPerRequest(step, MEASURE, tier));
  }
}
