package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.HIGHER;
import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.metrics.Better.NEITHER;
import static dev.tierbench.run.Counter.CPU_NS;
import static dev.tierbench.run.Counter.CS_INVOLUNTARY;
import static dev.tierbench.run.Counter.CS_VOLUNTARY;
import static dev.tierbench.run.Counter.RUN_DELAY_NS;

import dev.tierbench.run.Counter;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.HttpStep;
import dev.tierbench.run.Kind;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Tiers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The metrics of an HTTP step and their formulas. Throughput, latency and CPU are of the measured
 * phase, which nothing is attached to; what is counted by thread is of the traced phase, per
 * request of that phase.
 */
public final class HttpMetrics {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS = 1e9;
  private static final double MEBI = 1 << 20;
  private static final double NEGLIGIBLE_MICROS = 0.1;
  private static final double NEGLIGIBLE_COUNT = 0.01;

  /** A metric of a step and how it is made of the step's records. */
  private record OfStep(Metric metric, Function<HttpStep, Optional<Double>> formula) {}

  /** A metric that some threads have, and all of them together. */
  private record OfThreads(Metric metric, double unit, List<Counter> counters) {}

  /** Sums over threads, per operation. */
  private static final List<OfThreads> BY_THREAD =
      List.of(
          count("cs_per_op", "context switches", CS_VOLUNTARY, CS_INVOLUNTARY),
          count("cs_voluntary_per_op", "voluntary switches", CS_VOLUNTARY),
          count("cs_involuntary_per_op", "involuntary switches", CS_INVOLUNTARY),
          count("futex_per_op", "futex calls", Counter.FUTEX),
          count("read_per_op", "read calls", Counter.READ),
          count("write_per_op", "write calls", Counter.WRITE),
          count("epoll_per_op", "epoll calls", Counter.EPOLL),
          count("other_per_op", "other calls", Counter.OTHER),
          count("syscalls_per_op", "syscalls", Counter.SYSCALLS),
          time("run_queue_us_per_op", "run-queue latency", RUN_DELAY_NS),
          count("minor_faults_per_op", "minor faults", Counter.MINOR_FAULTS));

  /** The threads' own CPU; that of the step is of the measured phase. */
  private static final OfThreads TRACED_CPU = time("cpu_us_per_op", "CPU", CPU_NS);

  private static final List<OfStep> BY_STEP =
      List.of(
          value("throughput_rps", "throughput", "req/s", HIGHER, LoadResult.Phase::throughputRps),
          latency("latency_mean_ms", "mean latency", LatencySummary::mean),
          latency("latency_p50_ms", "p50 latency", LatencySummary::p50),
          latency("latency_p90_ms", "p90 latency", LatencySummary::p90),
          latency("latency_p99_ms", "p99 latency", LatencySummary::p99),
          latency("latency_p99_9_ms", "p99.9 latency", LatencySummary::p999),
          latency("latency_max_ms", "longest latency", LatencySummary::max),
          new OfStep(
              TRACED_CPU.metric(), step -> cpuUsPerRequest(step, PhaseName.MEASURE, Tier.SERVER)),
          ofServer(
              "rss_mib", "resident memory", "MiB", usage -> usage.rssBytes().map(b -> b / MEBI)),
          ofServer("threads", "threads", "", usage -> usage.threads().map(Integer::doubleValue)),
          coresUsed(Tier.SERVER),
          fact("server_cores", "server's cores", "cores", HttpMetrics::serverCores),
          coresUsed(Tier.ECHO),
          cpuOf(Tier.ECHO),
          coresUsed(Tier.LOADGEN),
          cpuOf(Tier.LOADGEN),
          fact("host_cores_used", "host's CPU", "cores", HttpMetrics::hostCoresUsed),
          fact("steal_percent", "stolen CPU", "%", HttpMetrics::stealPercent),
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
              HttpMetrics::throughputOverhead),
          fact("overhead_cpu_percent", "tracing overhead on CPU", "%", HttpMetrics::cpuOverhead));

  private HttpMetrics() {}

  /** Every metric, those that are compared by default first. */
  static List<Metric> all() {
    return Stream.concat(
            BY_STEP.stream().map(OfStep::metric), BY_THREAD.stream().map(OfThreads::metric))
        .toList();
  }

  /** The metrics that the threads of a role have. */
  static List<Metric> ofRole() {
    return Stream.concat(Stream.of(TRACED_CPU), BY_THREAD.stream()).map(OfThreads::metric).toList();
  }

  /** Every value of a step. */
  public static Measurements measure(HttpStep step, RoleCounts threads) {
    Map<String, Double> values = new LinkedHashMap<>();
    BY_STEP.forEach(each -> put(values, each.metric(), each.formula().apply(step)));
    Optional<Double> requests = tracedRequests(step);
    if (requests.isEmpty() || threads.roles().isEmpty()) {
      return new Measurements(Measurements.SCHEMA, values, Map.of(), Optional.empty());
    }
    RoleCounts.Role all = threads.all();
    BY_THREAD.forEach(each -> put(values, each.metric(), perRequest(each, all, requests.get())));
    Map<String, Measurements.Role> roles = new LinkedHashMap<>();
    threads.roles().forEach((role, counts) -> roles.put(role, role(counts, requests.get())));
    return new Measurements(
        Measurements.SCHEMA, values, roles, Optional.of(role(all, requests.get())));
  }

  private static Measurements.Role role(RoleCounts.Role role, double requests) {
    Map<String, Double> values = new LinkedHashMap<>();
    put(values, TRACED_CPU.metric(), perRequest(TRACED_CPU, role, requests));
    BY_THREAD.forEach(each -> put(values, each.metric(), perRequest(each, role, requests)));
    Map<String, Double> calls = new LinkedHashMap<>();
    role.calls().forEach((syscall, count) -> calls.put(syscall, Metric.rounded(count / requests)));
    return new Measurements.Role(role.threads(), values, calls);
  }

  private static void put(Map<String, Double> values, Metric metric, Optional<Double> value) {
    value
        .filter(Double::isFinite)
        .ifPresent(found -> values.put(metric.id(), Metric.rounded(found)));
  }

  /** Empty when any of the counters was not measured. */
  private static Optional<Double> perRequest(
      OfThreads metric, RoleCounts.Role role, double requests) {
    double sum = 0;
    for (Counter counter : metric.counters()) {
      Optional<Long> count = role.counts().get(counter);
      if (count.isEmpty()) {
        return Optional.empty();
      }
      sum += count.get();
    }
    return Optional.of(sum / metric.unit() / requests);
  }

  /**
   * The requests that the counts of the threads are divided by: those that the traced phase
   * answered in a window as long as the tracer's. Empty when none was, or when the counts are not
   * to be used.
   */
  public static Optional<Double> tracedRequests(HttpStep step) {
    return step.observed()
        .filter(observed -> observed.failures().isEmpty() && observed.windowNs() > 0)
        .flatMap(observed ->
            step.load(PhaseName.TRACE)
                .filter(phase -> phase.ok() > 0)
                .map(phase -> phase.ok() * observed.windowNs() / NANOS / phase.seconds()));
  }

  private static Optional<Double> cpuUsPerRequest(HttpStep step, PhaseName phase, Tier tier) {
    return step.tier(phase, tier)
        .flatMap(Tiers.Usage::cpuNs)
        .flatMap(cpu ->
            step.load(phase)
                .filter(load -> load.ok() > 0)
                .map(load -> cpu / NANOS_PER_MICRO / load.ok()));
  }

  private static Optional<Double> serverCores(HttpStep step) {
    return step.tier(PhaseName.MEASURE, Tier.SERVER)
        .map(usage -> (double) CpuList.parse(usage.cpus()).size());
  }

  private static Optional<Double> hostCoresUsed(HttpStep step) {
    return step.tiers(PhaseName.MEASURE)
        .filter(phase -> phase.host().wasRead())
        .map(phase -> (double) phase.host().busyNs() / phase.windowNs());
  }

  private static Optional<Double> stealPercent(HttpStep step) {
    return step.tiers(PhaseName.MEASURE)
        .map(Tiers.Phase::host)
        .filter(Tiers.Host::wasRead)
        .map(Tiers.Host::stealPercent);
  }

  /** By how much the traced phase's throughput was below the measured one's, of the latter. */
  private static Optional<Double> throughputOverhead(HttpStep step) {
    return step.load(PhaseName.MEASURE)
        .filter(measured -> measured.throughputRps() > 0)
        .flatMap(measured ->
            step.load(PhaseName.TRACE)
                .map(traced -> 100 * (1 - traced.throughputRps() / measured.throughputRps())));
  }

  /** By how much the traced phase's CPU per request was above the measured one's, of the latter. */
  private static Optional<Double> cpuOverhead(HttpStep step) {
    return cpuUsPerRequest(step, PhaseName.MEASURE, Tier.SERVER)
        .filter(measured -> measured > 0)
        .flatMap(measured ->
            cpuUsPerRequest(step, PhaseName.TRACE, Tier.SERVER)
                .map(traced -> 100 * (traced / measured - 1)));
  }

  private static Metric metric(
      String id, String label, String unit, Better better, double negligible) {
    return new Metric(id, label, unit, better, negligible, Set.of(Kind.HTTP));
  }

  private static OfThreads count(String id, String label, Counter... counters) {
    return new OfThreads(metric(id, label, "/op", LOWER, NEGLIGIBLE_COUNT), 1, List.of(counters));
  }

  private static OfThreads time(String id, String label, Counter counter) {
    return new OfThreads(
        metric(id, label, "µs/op", LOWER, NEGLIGIBLE_MICROS), NANOS_PER_MICRO, List.of(counter));
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
    return new OfStep(
        metric(id, label, "ms", LOWER, 0),
        step ->
            step.load(PhaseName.MEASURE)
                .flatMap(phase -> part.apply(phase.latencyUs()))
                .map(micros -> micros / MICROS_PER_MILLI));
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

  private static OfStep coresUsed(Tier tier) {
    return fact(
        tier.id() + "_cores_used",
        "CPU of " + tier.id(),
        "cores",
        step ->
            step.tier(PhaseName.MEASURE, tier)
                .flatMap(Tiers.Usage::cpuNs)
                .flatMap(cpu ->
                    step.tiers(PhaseName.MEASURE).map(phase -> (double) cpu / phase.windowNs())));
  }

  private static OfStep cpuOf(Tier tier) {
    return fact(
        tier.id() + "_cpu_us_per_op",
        "CPU of " + tier.id(),
        "µs/op",
        step -> cpuUsPerRequest(step, PhaseName.MEASURE, tier));
  }
}
