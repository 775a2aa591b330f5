package dev.tierbench.metrics;

import dev.tierbench.run.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The metrics that there are. */
public final class Metrics {

  private static final List<Metric> ALL =
      Stream.of(HttpMetrics.all(), SuiteMetrics.all(), ThreadMetrics.all())
          .flatMap(List::stream)
          .distinct()
          .toList();

  public static final Metric THROUGHPUT = get("throughput_rps");
  public static final Metric MEAN = get("latency_mean_ms");
  public static final Metric P50 = get("latency_p50_ms");
  public static final Metric P99 = get("latency_p99_ms");
  public static final Metric CPU = get("cpu_us_per_op");
  public static final Metric SWITCHES = get("cs_per_op");
  public static final Metric SWITCHES_VOLUNTARY = get("cs_voluntary_per_op");
  public static final Metric SWITCHES_INVOLUNTARY = get("cs_involuntary_per_op");
  public static final Metric FUTEX = get("futex_per_op");
  public static final Metric SYSCALLS = get("syscalls_per_op");
  public static final Metric THROUGHPUT_OVERHEAD = get("overhead_throughput_percent");

  public static final Metric CPU_OVERHEAD = get("overhead_cpu_percent");

  /** CPU per request of the profiled window against the measured one. */
  public static final Metric PROFILE_CPU_OVERHEAD = get("profile_overhead_cpu_percent");

  public static final Metric HOST_ALU = HostMetrics.ALU;
  public static final Metric HOST_MEMORY = HostMetrics.MEMORY;

  public static final Metric RUN_MS = get("run_ms");
  public static final Metric THROUGHPUT_OPS = get("throughput_ops");
  public static final Metric ALLOCATION = get("allocated_bytes_per_op");
  public static final Metric RSS_PEAK = get("rss_peak_mib");
  public static final Metric TIMES_BOUND = get("times_bound");
  public static final Metric OVER_BOUND = get("over_bound_us_per_op");

  private Metrics() {}

  /** What a comparison shows unless others are named. */
  public static List<Metric> main(Kind kind) {
    List<Metric> ofKind =
        switch (kind) {
          case HTTP -> List.of(THROUGHPUT, P50, P99, CPU);
          case SUITE -> List.of(RUN_MS, CPU, ALLOCATION, RSS_PEAK);
        };
    List<Metric> ofAll = List.of(SWITCHES_VOLUNTARY, SWITCHES_INVOLUNTARY, FUTEX, SYSCALLS);
    return Stream.concat(ofKind.stream(), ofAll.stream()).toList();
  }

  /** Metrics of a kind of run. */
  public static List<Metric> of(Kind kind) {
    return ALL.stream().filter(metric -> metric.kinds().contains(kind)).toList();
  }

  /** Metrics that are compared. */
  public static List<Metric> compared(Kind kind) {
    return of(kind).stream().filter(Metric::isCompared).toList();
  }

  /** Metrics of the threads of a role. */
  public static List<Metric> ofRole() {
    return ThreadMetrics.ofRole();
  }

  /** The metric of that id. */
  public static Optional<Metric> named(String id) {
    return ALL.stream().filter(metric -> metric.id().equals(id)).findFirst();
  }

  /** The metric of that id, which has to be there. */
  public static Metric get(String id) {
    return named(id).orElseThrow(() -> new IllegalStateException("no metric " + id));
  }
}
