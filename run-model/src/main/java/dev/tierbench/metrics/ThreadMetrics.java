package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.run.Units.NANOS_PER_MICRO;
import static dev.tierbench.run.threads.Counter.CPU_NS;
import static dev.tierbench.run.threads.Counter.CS_INVOLUNTARY;
import static dev.tierbench.run.threads.Counter.CS_VOLUNTARY;
import static dev.tierbench.run.threads.Counter.RUN_DELAY_NS;

import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What threads did in the traced window, per operation of that window: alike in all runs. */
final class ThreadMetrics {

  private static final double NEGLIGIBLE_MICROS = 0.1;
  private static final double NEGLIGIBLE_COUNT = 0.01;

  private static final double PER_THOUSAND = 1e3;

  /** How often the scheduler moved a thread to another core. */
  private static final Formula<Traced> MIGRATIONS =
      Metric.ofAll("migrations_per_1000_op", "migrations between cores", "per 1,000 op", LOWER)
          .withNegligible(NEGLIGIBLE_COUNT * PER_THOUSAND)
          .by(traced -> traced.perOperation(1 / PER_THOUSAND, List.of(Counter.MIGRATIONS)));

  /** Formulas that hold for some threads and for all of them together. */
  private static final List<Formula<Traced>> BY_THREAD =
      List.of(
          count("cs_per_op", "context switches", CS_VOLUNTARY, CS_INVOLUNTARY),
          count("cs_voluntary_per_op", "voluntary switches", CS_VOLUNTARY),
          count("cs_involuntary_per_op", "involuntary switches", CS_INVOLUNTARY),
          MIGRATIONS,
          count("futex_per_op", "futex calls", Counter.FUTEX),
          count("read_per_op", "read calls", Counter.READ),
          count("write_per_op", "write calls", Counter.WRITE),
          count("epoll_per_op", "epoll calls", Counter.EPOLL),
          count("other_per_op", "other calls", Counter.OTHER),
          count("syscalls_per_op", "syscalls", Counter.SYSCALLS),
          time("run_queue_us_per_op", "run-queue latency", RUN_DELAY_NS),
          count("minor_faults_per_op", "minor faults", Counter.MINOR_FAULTS));

  private static final Formula<Traced> TRACED_CPU = time("cpu_us_per_op", "CPU", CPU_NS);

  /** How unevenly the work lies on the threads of a role: 1 is even. */
  private static final Formula<Traced> BUSIEST =
      Metric.ofAll("busiest_thread_ratio", "busiest thread over the mean", "×", LOWER)
          .by(Traced::busiest);

  private static final List<Formula<Traced>> BY_ROLE =
      Stream.of(Stream.of(TRACED_CPU), BY_THREAD.stream(), Stream.of(BUSIEST))
          .flatMap(all -> all)
          .toList();

  /** CPU: of a step in its measured phase, of a role in the traced one. */
  static final Metric CPU = TRACED_CPU.metric();

  private ThreadMetrics() {}

  /** Whether the counts may be used, and are those of all threads. */
  static boolean isComplete(Observation observed) {
    return observed.failures().isEmpty() && observed.hasEveryThread();
  }

  /** Metrics that a step has as the sum over its threads. */
  static List<Metric> all() {
    return Formula.metrics(BY_THREAD);
  }

  /** The metrics that the threads of a role have. */
  static List<Metric> ofRole() {
    return Formula.metrics(BY_ROLE);
  }

  /**
   * The values of a step, with what its threads did.
   *
   * @param operations of the traced window; empty when the counts are not to be used
   */
  static Measurements measure(
      Map<String, Double> ofStep, RoleCounts threads, Optional<Double> operations) {
    if (operations.isEmpty() || threads.roles().isEmpty()) {
      return new Measurements(Measurements.SCHEMA, ofStep, Map.of(), Optional.empty());
    }
    RoleCounts.Role all = threads.all();
    Map<String, Double> values = new LinkedHashMap<>(ofStep);
    values.putAll(Formula.values(BY_THREAD, new Traced(all, operations.get())));
    Map<String, Measurements.Role> roles = new LinkedHashMap<>();
    threads.roles().forEach((role, counts) -> roles.put(role, role(counts, operations.get())));
    return new Measurements(
        Measurements.SCHEMA, values, roles, Optional.of(role(all, operations.get())));
  }

  private static Measurements.Role role(RoleCounts.Role role, double operations) {
    Map<String, Double> calls = new LinkedHashMap<>();
    role.calls()
        .forEach((syscall, count) -> calls.put(syscall, Metric.rounded(count / operations)));
    return new Measurements.Role(
        role.threads(), Formula.values(BY_ROLE, new Traced(role, operations)), calls);
  }

  private record Traced(RoleCounts.Role role, double operations) {

    /** Empty also of a role that uses next to no CPU. */
    Optional<Double> busiest() {
      return role.busiest()
          .filter(ratio ->
              perOperation(NANOS_PER_MICRO, List.of(CPU_NS))
                  .filter(cpu -> cpu > NEGLIGIBLE_MICROS)
                  .isPresent());
    }

    /** Empty when any of the counters was not measured. */
    Optional<Double> perOperation(double unit, List<Counter> counters) {
      List<Long> found =
          counters.stream().flatMap(counter -> role.counts().get(counter).stream()).toList();
      return found.size() < counters.size()
          ? Optional.empty()
          : Optional.of(found.stream().mapToLong(Long::longValue).sum() / unit / operations);
    }
  }

  private static Formula<Traced> count(String id, String label, Counter... counters) {
    return Metric.ofAll(id, label, "/op", LOWER)
        .withNegligible(NEGLIGIBLE_COUNT)
        .by(traced -> traced.perOperation(1, List.of(counters)));
  }

  private static Formula<Traced> time(String id, String label, Counter counter) {
    return Metric.ofAll(id, label, "µs/op", LOWER)
        .withNegligible(NEGLIGIBLE_MICROS)
        .by(traced -> traced.perOperation(NANOS_PER_MICRO, List.of(counter)));
  }
}
