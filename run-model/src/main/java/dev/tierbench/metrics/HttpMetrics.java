package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.HIGHER;
import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.metrics.Better.NEITHER;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.HttpStep;
import dev.tierbench.run.Kind;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Pause;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Tiers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The metrics of an HTTP step and their formulas. Throughput, latency and CPU are of the measured
 * phase, which nothing is attached to; what is counted by thread is of the traced phase, per
 * request of that phase.
 */
public final class HttpMetrics {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS = 1e9;

  /** Eden is counted in regions of 1 MiB and more: below this much that is too coarse. */
  private static final long LEAST_ALLOCATION = 32 << 20;

  private static final double PER_THOUSAND = 1e3;
  private static final Metric GC_PAUSES =
      metric("gc_pauses_per_1000_op", "GC pauses", "per 1,000 op", LOWER, 0);

  /** A metric of a step and how it is made of the step's records. */
  private record OfStep(Metric metric, Function<HttpStep, Optional<Double>> formula) {}

  private static final List<OfStep> BY_STEP =
      List.of(
          value("throughput_rps", "throughput", "req/s", HIGHER, LoadResult.Phase::throughputRps),
          latency("latency_mean_ms", "mean latency", LatencySummary::mean),
          latency("latency_p50_ms", "p50 latency", LatencySummary::p50),
          latency("latency_p90_ms", "p90 latency", LatencySummary::p90),
          latency("latency_p99_ms", "p99 latency", LatencySummary::p99),
          latency("latency_p99_9_ms", "p99.9 latency", LatencySummary::p999),
          latency("latency_max_ms", "longest latency", LatencySummary::max),
          serviceTime("service_p50_ms", "p50 service time", LatencySummary::p50),
          serviceTime("service_p99_ms", "p99 service time", LatencySummary::p99),
          new OfStep(
              ThreadMetrics.CPU, step -> cpuUsPerRequest(step, PhaseName.MEASURE, Tier.SERVER)),
          cpuPart("cpu_user_us_per_op", "user CPU", Tiers.Usage::userNs),
          cpuPart("cpu_system_us_per_op", "system CPU", Tiers.Usage::systemNs),
          fact(
              "received_bytes_per_op",
              "bytes received",
              "B/op",
              step ->
                  step.load(PhaseName.MEASURE)
                      .filter(load -> load.ok() > 0)
                      .flatMap(
                          load -> load.bytesReceived().map(bytes -> (double) bytes / load.ok()))),
          fact(
              "silence_ms",
              "longest time without an answer",
              "ms",
              step ->
                  step.load(PhaseName.MEASURE)
                      .flatMap(LoadResult.Phase::silence)
                      .map(Pause::millis)),
          new OfStep(HeapMetrics.ALLOCATION, HttpMetrics::allocation),
          new OfStep(GC_PAUSES, HttpMetrics::gcPauses),
          new OfStep(HeapMetrics.GC_SHARE, HttpMetrics::gcPercent),
          new OfStep(
              HeapMetrics.AFTER_GC,
              step -> heap(step).flatMap(Tiers.Heap::afterGcBytes).map(HeapMetrics::mebibytes)),
          ofServer(
              "rss_mib",
              "resident memory",
              "MiB",
              usage -> usage.rssBytes().map(HeapMetrics::mebibytes)),
          ofServer("threads", "threads", "", usage -> usage.threads().map(Integer::doubleValue)),
          coresUsed(Tier.SERVER),
          fact("server_cores", "server's cores", "cores", HttpMetrics::serverCores),
          coresUsed(Tier.ECHO),
          cpuOf(Tier.ECHO),
          coresUsed(Tier.LOADGEN),
          cpuOf(Tier.LOADGEN),
          new OfStep(HostMetrics.CORES_USED, HttpMetrics::hostCoresUsed),
          new OfStep(HostMetrics.STEAL, HttpMetrics::stealPercent),
          new OfStep(
              HostMetrics.ALU, step -> step.tiers().hostSpeed().flatMap(HostMetrics::aluMillis)),
          new OfStep(
              HostMetrics.MEMORY,
              step -> step.tiers().hostSpeed().flatMap(HostMetrics::memoryMillis)),
          value("requests_ok", "correct answers", "req", NEITHER, phase -> (double) phase.ok()),
          value(
              "requests_failed",
              "failed requests",
              "req",
              NEITHER,
              phase -> (double) phase.failed().total()),
          fact(
              "traced_throughput_rps",
              "traced throughput",
              "req/s",
              step -> step.load(PhaseName.TRACE).map(LoadResult.Phase::throughputRps)),
          fact(
              "overhead_throughput_percent",
              "tracing overhead on throughput",
              "%",
              step -> throughputOverhead(step, PhaseName.TRACE)),
          fact(
              "overhead_cpu_percent",
              "tracing overhead on CPU",
              "%",
              step -> cpuOverhead(step, PhaseName.TRACE)),
          fact(
              "profile_overhead_throughput_percent",
              "profiling overhead on throughput",
              "%",
              step -> profiled(step).flatMap(with -> throughputOverhead(with, PhaseName.PROFILE))),
          fact(
              "profile_overhead_cpu_percent",
              "profiling overhead on CPU",
              "%",
              step -> profiled(step).flatMap(with -> cpuOverhead(with, PhaseName.PROFILE))),
          fact(
              "profile_cpu_percent",
              "sampled CPU of that counted",
              "%",
              ProfileMetrics::sampledCpuPercent),
          new OfStep(
              metric("vthread_pins_per_1000_op", "virtual-thread pins", "per 1,000 op", LOWER, 0),
              ProfileMetrics::pins),
          new OfStep(
              metric("vthread_mounts_per_op", "virtual-thread mounts", "per op", LOWER, 0),
              ProfileMetrics::mounts),
          fact(
              "vthread_submit_failures",
              "virtual threads that the scheduler refused",
              "",
              ProfileMetrics::submitFailures));

  private HttpMetrics() {}

  /** Those of a step itself, the ones that are compared by default first. */
  static List<Metric> all() {
    return BY_STEP.stream().map(OfStep::metric).toList();
  }

  /** Every value of a step. */
  public static Measurements measure(HttpStep step, RoleCounts threads) {
    Map<String, Double> values = new LinkedHashMap<>();
    BY_STEP.forEach(each -> Metric.put(values, each.metric(), each.formula().apply(step)));
    return ThreadMetrics.measure(values, threads, tracedRequests(step));
  }

  /**
   * The requests that the counts of the threads are divided by: those that the traced phase
   * answered in a window as long as the tracer's, or all of a generator that ran inside that
   * window. Empty when none was, or when the counts are not to be used.
   */
  public static Optional<Double> tracedRequests(HttpStep step) {
    return step.observed()
        .filter(observed -> observed.failures().isEmpty() && observed.windowNs() > 0)
        .flatMap(observed ->
            step.load(PhaseName.TRACE)
                .filter(phase -> phase.ok() > 0)
                .map(phase ->
                    step.load().ranInsideWindow()
                        ? (double) phase.ok()
                        : phase.ok() * observed.windowNs() / NANOS / phase.seconds()));
  }

  private static Optional<Double> cpuUsPerRequest(HttpStep step, PhaseName phase, Tier tier) {
    return usPerRequest(step, phase, tier, Tiers.Usage::cpuNs);
  }

  private static Optional<Double> usPerRequest(
      HttpStep step, PhaseName phase, Tier tier, Function<Tiers.Usage, Optional<Long>> nanos) {
    return sum(step.tiers(phase).map(of -> of.all(tier)).orElse(List.of()), nanos)
        .flatMap(cpu ->
            step.load(phase)
                .filter(load -> load.ok() > 0)
                .map(load -> cpu / NANOS_PER_MICRO / load.ok()));
  }

  /** Of all processes of a tier; empty when there is none, or one was not read. */
  private static Optional<Long> sum(
      List<Tiers.Usage> processes, Function<Tiers.Usage, Optional<Long>> part) {
    return sum(processes, part, Long::sum);
  }

  /** Empty when any of them was not measured. */
  private static <T> Optional<T> sum(
      List<Tiers.Usage> processes,
      Function<Tiers.Usage, Optional<T>> part,
      BinaryOperator<T> together) {
    return processes.stream()
        .map(part)
        .reduce((a, b) -> a.flatMap(first -> b.map(second -> together.apply(first, second))))
        .flatMap(Function.identity());
  }

  private static Optional<Tiers.Heap> heap(HttpStep step) {
    return step.tier(PhaseName.MEASURE, Tier.SERVER).flatMap(Tiers.Usage::heap);
  }

  private static Optional<Long> requestsOk(HttpStep step) {
    return step.load(PhaseName.MEASURE).map(LoadResult.Phase::ok).filter(ok -> ok > 0);
  }

  private static Optional<Double> allocation(HttpStep step) {
    return heap(step)
        .flatMap(Tiers.Heap::allocatedBytes)
        .filter(bytes -> bytes >= LEAST_ALLOCATION)
        .flatMap(bytes -> requestsOk(step).map(ok -> (double) bytes / ok));
  }

  private static Optional<Double> gcPauses(HttpStep step) {
    return heap(step)
        .flatMap(heap -> requestsOk(step).map(ok -> PER_THOUSAND * heap.pauses() / ok));
  }

  private static Optional<Double> gcPercent(HttpStep step) {
    return heap(step)
        .flatMap(heap ->
            step.tiers(PhaseName.MEASURE)
                .flatMap(phase ->
                    HeapMetrics.gcShare(
                        heap.pauseNs() / NANOS_PER_MILLI, serverHost(phase).windowNs())));
  }

  private static Optional<Double> serverCores(HttpStep step) {
    return step.tier(PhaseName.MEASURE, Tier.SERVER)
        .map(usage -> (double) CpuList.parse(usage.cpus()).size());
  }

  private static Optional<Double> hostCoresUsed(HttpStep step) {
    return step.tiers(PhaseName.MEASURE)
        .map(HttpMetrics::serverHost)
        .flatMap(window -> HostMetrics.coresUsed(window.host(), window.windowNs()));
  }

  private static Optional<Double> stealPercent(HttpStep step) {
    return step.tiers(PhaseName.MEASURE)
        .map(HttpMetrics::serverHost)
        .flatMap(window -> HostMetrics.steal(window.host()));
  }

  /** Values of "the host" are those of the server's. */
  private static Tiers.HostWindow serverHost(Tiers.Phase phase) {
    return phase.windowOf(Tier.SERVER);
  }

  /** A step that has a profile. */
  private static Optional<HttpStep> profiled(HttpStep step) {
    return step.profile().filter(profile -> profile.failure().isEmpty()).map(profile -> step);
  }

  /** By how much a phase's throughput was below that of the measured one, of the latter. */
  private static Optional<Double> throughputOverhead(HttpStep step, PhaseName phase) {
    return step.load(PhaseName.MEASURE)
        .filter(measured -> measured.throughputRps() > 0)
        .flatMap(measured ->
            step.load(phase)
                .map(other -> 100 * (1 - other.throughputRps() / measured.throughputRps())));
  }

  /** By how much a phase's CPU per request was above that of the measured one, of the latter. */
  private static Optional<Double> cpuOverhead(HttpStep step, PhaseName phase) {
    return cpuUsPerRequest(step, PhaseName.MEASURE, Tier.SERVER)
        .filter(measured -> measured > 0)
        .flatMap(measured ->
            cpuUsPerRequest(step, phase, Tier.SERVER).map(other -> 100 * (other / measured - 1)));
  }

  private static Metric metric(
      String id, String label, String unit, Better better, double negligible) {
    return new Metric(id, label, unit, better, negligible, Set.of(Kind.HTTP));
  }

  private static OfStep value(
      String id,
      String label,
      String unit,
      Better better,
      Function<LoadResult.Phase, Double> formula) {
    return new OfStep(
        metric(id, label, unit, better, 0), step -> step.load(PhaseName.MEASURE).map(formula));
  }

  /** Of the response time in the open model, of the service time in the closed one. */
  private static OfStep latency(
      String id, String label, Function<LatencySummary, Optional<Double>> part) {
    return millis(id, label, phase -> part.apply(phase.latencyUs()));
  }

  /** Of the open model; in the closed one it is the latency. */
  private static OfStep serviceTime(
      String id, String label, Function<LatencySummary, Optional<Double>> part) {
    return millis(
        id,
        label,
        phase -> phase.responseTimeUs().flatMap(open -> part.apply(phase.serviceTimeUs())));
  }

  /** A time of the measured phase, which the load generator gives in microseconds. */
  private static OfStep millis(
      String id, String label, Function<LoadResult.Phase, Optional<Double>> micros) {
    return new OfStep(
        metric(id, label, "ms", LOWER, 0),
        step -> step.load(PhaseName.MEASURE).flatMap(micros).map(us -> us / MICROS_PER_MILLI));
  }

  private static OfStep ofServer(
      String id, String label, String unit, Function<Tiers.Usage, Optional<Double>> formula) {
    return new OfStep(
        metric(id, label, unit, LOWER, 0),
        step -> step.tier(PhaseName.MEASURE, Tier.SERVER).flatMap(formula));
  }

  private static OfStep fact(
      String id, String label, String unit, Function<HttpStep, Optional<Double>> formula) {
    return new OfStep(metric(id, label, unit, NEITHER, 0), formula);
  }

  private static OfStep cpuPart(
      String id, String label, Function<Tiers.Usage, Optional<Long>> nanos) {
    return new OfStep(
        metric(id, label, "µs/op", LOWER, ThreadMetrics.CPU.negligible()),
        step -> usPerRequest(step, PhaseName.MEASURE, Tier.SERVER, nanos));
  }

  private static OfStep coresUsed(Tier tier) {
    return fact(
        tier.id() + "_cores_used",
        "CPU of " + tier.id(),
        "cores",
        step ->
            step.tiers(PhaseName.MEASURE)
                .flatMap(phase ->
                    sum(
                        phase.all(tier),
                        usage ->
                            usage
                                .cpuNs()
                                .map(cpu -> (double) cpu / phase.windowOf(usage).windowNs()),
                        Double::sum)));
  }

  private static OfStep cpuOf(Tier tier) {
    return fact(
        tier.id() + "_cpu_us_per_op",
        "CPU of " + tier.id(),
        "µs/op",
        step -> cpuUsPerRequest(step, PhaseName.MEASURE, tier));
  }
}
