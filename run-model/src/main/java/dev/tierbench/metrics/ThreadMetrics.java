package dev.tierbench.metrics;

import static dev.tierbench.run.Counter.CPU_NS;
import static dev.tierbench.run.Counter.CS_INVOLUNTARY;
import static dev.tierbench.run.Counter.CS_VOLUNTARY;
import static dev.tierbench.run.Counter.RUN_DELAY_NS;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What threads did in the traced window, per operation of that window: alike in all runs. */
final class ThreadMetrics {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NEGLIGIBLE_MICROS = 0.1;
  private static final double NEGLIGIBLE_COUNT = 0.01;

  /** A metric that some threads have, and all of them together. */
  private record OfThreads(Metric metric, double unit, List<Counter> counters) {}

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

  private static final OfThreads TRACED_CPU = time("cpu_us_per_op", "CPU", CPU_NS);

  /** CPU: of a step in its measured phase, of a role in the traced one. */
  static final Metric CPU = TRACED_CPU.metric();

  private ThreadMetrics() {}

  /** Those that a step has as the sum over its threads. */
  static List<Metric> all() {
    return BY_THREAD.stream().map(OfThreads::metric).toList();
  }

  /** The metrics that the threads of a role have. */
  static List<Metric> ofRole() {
    return Stream.concat(Stream.of(CPU), all().stream()).toList();
  }

  /**
   * The values of a step, with what its threads did.
   *
   * @param operations of the traced window; empty when the counts are not to be used
   */
  static Measurements measure(
      Map<String, Double> ofStep, RoleCounts threads, Optional<Double> operations) {
    Map<String, Double> values = new LinkedHashMap<>(ofStep);
    if (operations.isEmpty() || threads.roles().isEmpty()) {
      return new Measurements(Measurements.SCHEMA, values, Map.of(), Optional.empty());
    }
    RoleCounts.Role all = threads.all();
    BY_THREAD.forEach(
        each -> Metric.put(values, each.metric(), perOperation(each, all, operations.get())));
    Map<String, Measurements.Role> roles = new LinkedHashMap<>();
    threads.roles().forEach((role, counts) -> roles.put(role, role(counts, operations.get())));
    return new Measurements(
        Measurements.SCHEMA, values, roles, Optional.of(role(all, operations.get())));
  }

  private static Measurements.Role role(RoleCounts.Role role, double operations) {
    Map<String, Double> values = new LinkedHashMap<>();
    Metric.put(values, CPU, perOperation(TRACED_CPU, role, operations));
    BY_THREAD.forEach(
        each -> Metric.put(values, each.metric(), perOperation(each, role, operations)));
    Map<String, Double> calls = new LinkedHashMap<>();
    role.calls()
        .forEach((syscall, count) -> calls.put(syscall, Metric.rounded(count / operations)));
    return new Measurements.Role(role.threads(), values, calls);
  }

  /** Empty when any of the counters was not measured. */
  private static Optional<Double> perOperation(
      OfThreads metric, RoleCounts.Role role, double operations) {
    double sum = 0;
    for (Counter counter : metric.counters()) {
      Optional<Long> count = role.counts().get(counter);
      if (count.isEmpty()) {
        return Optional.empty();
      }
      sum += count.get();
    }
    return Optional.of(sum / metric.unit() / operations);
  }

  private static OfThreads count(String id, String label, Counter... counters) {
    return new OfThreads(metric(id, label, "/op", NEGLIGIBLE_COUNT), 1, List.of(counters));
  }

  private static OfThreads time(String id, String label, Counter counter) {
    return new OfThreads(
        metric(id, label, "µs/op", NEGLIGIBLE_MICROS), NANOS_PER_MICRO, List.of(counter));
  }

  private static Metric metric(String id, String label, String unit, double negligible) {
    return new Metric(id, label, unit, Better.LOWER, negligible, Set.of(Kind.HTTP, Kind.SUITE));
  }
}
