package dev.tierbench.report.capacity;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.record.Tiers;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the trials of a server in one run measured, as far as the model needs it.
 *
 * @param pool the one of threads that is full first; empty when the settings name none
 * @param traced whether the threads of a trial were counted by role
 */
record MeasuredServer(
    String server, List<MeasuredTrial> trials, Optional<Pool> pool, boolean traced) {

  /** Roles that Tomcat has one thread of, however many cores there are. */
  private static final List<String> SERIAL_ROLES = List.of("acceptor", "poller");

  private static final Metric CORES = Metrics.get("server_cores");
  private static final Metric CORES_USED = Metrics.get("server_cores_used");
  private static final Metric STATEMENT_MEAN = Metrics.get("statement_mean_ms");
  private static final Metric STATEMENTS = Metrics.get("statements_per_op");

  MeasuredServer {
    trials = List.copyOf(trials);
  }

  static MeasuredServer of(Run run, String server) {
    List<Trial> trials = run.trials(server);
    return new MeasuredServer(
        server,
        trials.stream().flatMap(trial -> trial(run, trial).stream()).toList(),
        pool(run, server),
        trials.stream()
            .flatMap(trial -> trial.steps().stream())
            .filter(Step::isValid)
            .anyMatch(step -> step.measurements().allThreads().isPresent()));
  }

  /** The same with those levels alone at which the CPU of these tiers was measured. */
  MeasuredServer withCpuOf(Set<Tier> tiers) {
    return new MeasuredServer(
        server,
        trials.stream().flatMap(trial -> trial.withCpuOf(tiers).stream()).toList(),
        pool,
        traced);
  }

  /** The pool that limits the requests under way, which one of connections does not. */
  private static Optional<Pool> pool(Run run, String server) {
    return pools(run, server)
        .filter(pool -> !isOnDatabase(run) || !pool.setting().equals(MeasuredStep.CONNECTION_POOL))
        .min(Comparator.comparingInt(Pool::size).thenComparing(Pool::setting));
  }

  /** The pool of connections to a database; empty when the settings do not state its size. */
  static Optional<Pool> connectionPool(Run run, String server) {
    return pools(run, server)
        .filter(pool -> pool.setting().equals(MeasuredStep.CONNECTION_POOL))
        .findFirst();
  }

  private static Stream<Pool> pools(Run run, String server) {
    return run
        .trialSettings(server)
        .flatMap(settings -> settings.tier(Tier.SERVER))
        .map(MeasuredStep::pools)
        .stream()
        .flatMap(pools -> pools.entrySet().stream())
        .map(pool -> new Pool(pool.getKey(), pool.getValue()));
  }

  /** Whether the servers of a run call a database. */
  static boolean isOnDatabase(Run run) {
    return run.manifest().backend().filter(tier -> tier == Tier.DATABASE).isPresent();
  }

  /** Time that a request waits for the tier behind the server in turn, and what it holds there. */
  private record Behind(double delayMillis, Optional<Connections> connections) {}

  /** Empty when it was not measured. */
  private static Optional<Behind> behind(Run run, Trial trial, List<Step> steps) {
    Workload workload = new Workload(run.manifest().workload());
    if (!isOnDatabase(run)) {
      return Samples.of(steps, step -> echoMillis(step, workload))
          .middle()
          .filter(millis -> millis > 0)
          .map(millis -> new Behind(millis, Optional.empty()));
    }
    return Samples.of(steps, MeasuredServer::heldMillis)
        .middle()
        .filter(millis -> millis > 0)
        .flatMap(held ->
            connectionPool(run, trial.subject())
                .map(pool ->
                    new Behind(
                        held * workload.callsInTurn() / workload.calls(),
                        Optional.of(new Connections(pool, held)))));
  }

  /** Time that the database executed statements for a request; empty when it did not count. */
  private static Optional<Double> heldMillis(Step step) {
    return step.value(STATEMENT_MEAN)
        .flatMap(mean -> step.value(STATEMENTS).map(statements -> mean * statements));
  }

  private static Optional<MeasuredTrial> trial(Run run, Trial trial) {
    List<Step> steps =
        trial.steps().stream()
            .filter(Step::isValid)
            .filter(step -> step.parameters().number(Parameters.CONCURRENCY).isPresent())
            .toList();
    List<MeasuredLevel> levels = steps.stream().flatMap(step -> level(step).stream()).toList();
    Optional<Double> cores = Samples.of(steps, step -> step.value(CORES)).middle();
    Optional<Behind> behind = behind(run, trial, steps);
    return levels.isEmpty() || cores.isEmpty() || behind.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MeasuredTrial(
                trial.name(),
                cores.get().intValue(),
                behind.get().delayMillis(),
                behind.get().connections(),
                levels,
                serial(steps)));
  }

  private static Optional<Double> echoMillis(Step step, Workload workload) {
    return step.http()
        .tiers()
        .flatMap(tiers -> tiers.phase(PhaseName.MEASURE.id()))
        .flatMap(Tiers.Phase::echo)
        .flatMap(echo -> echo.waitUs(workload))
        .map(micros -> micros / MICROS_PER_MILLI);
  }

  /** Empty when a value that the model needs was not measured. */
  private static Optional<MeasuredLevel> level(Step step) {
    Optional<Double> throughput = step.value(Metrics.THROUGHPUT);
    Optional<Double> mean = step.value(Metrics.MEAN);
    Optional<Double> used = step.value(CORES_USED);
    Optional<Double> cores = step.value(CORES);
    Map<Tier, Double> cpu = new EnumMap<>(Tier.class);
    for (Tier tier : Tier.values()) {
      step.value(cpu(tier)).ifPresent(micros -> cpu.put(tier, micros));
    }
    boolean complete =
        Stream.of(throughput, mean, used, cores).allMatch(value -> value.orElse(0.0) > 0)
            && cpu.getOrDefault(Tier.SERVER, 0.0) > 0;
    return complete
        ? Optional.of(
            new MeasuredLevel(
                step.parameters().concurrency(),
                throughput.get(),
                mean.get(),
                Math.min(1, used.get() / cores.get()),
                cpu))
        : Optional.empty();
  }

  private static Metric cpu(Tier tier) {
    return tier == Tier.SERVER ? Metrics.CPU : Metrics.get(tier.id() + "_cpu_us_per_op");
  }

  /** The median over the steps; the share of the traced phase, of the CPU of the measured one. */
  private static Map<String, Double> serial(List<Step> steps) {
    Map<String, Double> serial = new TreeMap<>();
    for (String role : SERIAL_ROLES) {
      Samples.of(steps, step -> serialMicros(step, role))
          .middle()
          .filter(micros -> micros > 0)
          .ifPresent(micros -> serial.put(role, micros));
    }
    return serial;
  }

  private static Optional<Double> serialMicros(Step step, String role) {
    Measurements measured = step.measurements();
    Optional<Double> all =
        measured.ofRole(Measurements.ENTIRE_JVM, Metrics.CPU).filter(micros -> micros > 0);
    return measured
        .role(role)
        .filter(found -> found.threads() == 1)
        .flatMap(found -> measured.ofRole(role, Metrics.CPU))
        .flatMap(traced ->
            all.flatMap(sum -> step.value(Metrics.CPU).map(micros -> micros * traced / sum)));
  }
}
