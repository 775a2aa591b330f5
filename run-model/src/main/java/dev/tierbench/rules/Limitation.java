package dev.tierbench.rules;

import static dev.tierbench.rules.CheckFactory.text;
import static dev.tierbench.run.Units.MICROS_PER_SECOND;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.metrics.DatabaseMetrics;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Load;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.Workload;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Checks.LimitedBy;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What kept a step from more throughput, in one phrase, by its checks and its records: the first
 * cause that is found, from those that spoil the step to those that are the server's own.
 */
record Limitation(MeasuredStep step, List<Check> checks) {

  /** Largest multiple of echo's delay at which a request only waits for it. */
  private static final double WAITING = 1.15;

  /** How far calls under way at once may be from a cap that holds them. */
  private static final double NEAR_CAP = 0.05;

  /** Share of a pool's connections that may be between two statements while all are in use. */
  private static final double BUSY_POOL = 0.1;

  /** Least share of the window at which a stop shows in throughput. */
  private static final double MATERIAL = 0.05;

  /**
   * Least share of a quota's periods at which its stops show in throughput, in percent: stops of a
   * server that uses its quota up now and then take about a fifth of their period each, and so a
   * {@link #MATERIAL} share of the window.
   */
  private static final double MATERIAL_STOPS_PERCENT = 25;

  private static final double MOST_OF_THE_TIME_PERCENT = 50;

  static LimitedBy of(MeasuredStep step, List<Check> checks) {
    return new Limitation(step, checks).cause();
  }

  private LimitedBy cause() {
    return Stream.<Supplier<Optional<LimitedBy>>>of(
            () -> stop(Verdict.FAIL, "a stop of generator, " + backendName() + " or host", 0),
            this::collector,
            this::stopOfServer,
            () -> failed("the generator", "generator_lag", "generator_on_time", "generator_cpu"),
            () -> failed("the echo tier", "echo_delay"),
            () -> failed("the cores of generator and " + backendName(), "helper_cores"),
            () -> failed("a CPU quota that the plan does not ask for", "throttled"),
            this::quota,
            () -> failed("other programs on the server's cores", Rules.OTHER_LOAD),
            this::cores,
            this::offeredRate,
            this::backendTime,
            this::pool,
            this::cap,
            this::ownLatency)
        .flatMap(cause -> cause.get().stream())
        .findFirst()
        .orElseGet(this::unknown);
  }

  /** A heap that is too small for the load: a server that collects most of the time, or always. */
  private Optional<LimitedBy> collector() {
    return step.measurements()
        .get(Metrics.get("gc_percent"))
        .filter(percent -> percent >= MOST_OF_THE_TIME_PERCENT)
        .map(percent ->
            new LimitedBy(
                "the server's garbage collector", text("%.0f %% of the window", percent)));
  }

  /** A stop of the server that took a part of the window which throughput shows. */
  private Optional<LimitedBy> stopOfServer() {
    return step.backend().isEmpty() || step.tiers().backendPause().isPresent()
        ? stop(Verdict.WARN, "a stop of the server", MATERIAL * step.measured().seconds())
        : Optional.empty();
  }

  /** A stop of at least that length, by the check of that verdict: its value is the length. */
  private Optional<LimitedBy> stop(Verdict verdict, String whose, double leastSeconds) {
    return checks.stream()
        .filter(check -> check.name().equals(Rules.STALL) && check.verdict() == verdict)
        .flatMap(check -> check.value().stream())
        .filter(millis -> millis / MILLIS_PER_SECOND >= leastSeconds)
        .map(millis -> new LimitedBy(whose, text("%.0f ms", millis)))
        .findFirst();
  }

  /** Limitation of an open model that kept its schedule. */
  private Optional<LimitedBy> offeredRate() {
    return step.records().load().load() instanceof Load.Open open
            && firstFailed("rate_ratio").isEmpty()
        ? Optional.of(new LimitedBy("the offered rate", text("%.0f requests/s", open.rateRps())))
        : Optional.empty();
  }

  /**
   * The quota that the plan gives the server, where it was used up in a material part of its
   * periods.
   */
  private Optional<LimitedBy> quota() {
    return step.tiers()
        .quota()
        .filter(Limitation::isUsedUp)
        .map(group ->
            new LimitedBy(
                "the server's CPU quota", text("%.2f cores", group.askedCores().orElseThrow())));
  }

  /** Whether a quota of the plan was the limit of the server in a phase. */
  static boolean isAtQuota(Optional<Tiers.Phase> phase) {
    return phase.flatMap(Tiers.Phase::quota).filter(Limitation::isUsedUp).isPresent();
  }

  private static boolean isUsedUp(Tiers.Cgroup group) {
    return group
        .throttledPercent()
        .filter(percent -> percent >= MATERIAL_STOPS_PERCENT)
        .isPresent();
  }

  /** A service without an echo tier whose cores idle: it waits for what only itself knows. */
  private Optional<LimitedBy> ownLatency() {
    Optional<Double> busy = SchedulingRules.serverBusyPercent(step);
    return step.backend().isPresent() || busy.isEmpty()
        ? Optional.empty()
        : meanSeconds()
            .map(mean ->
                new LimitedBy(
                    "the service's own latency",
                    text(
                        "mean service time %.1f ms, its cores %.0f %% busy",
                        mean * MILLIS_PER_SECOND, busy.get())));
  }

  private Optional<LimitedBy> failed(String phrase, String... names) {
    return firstFailed(names).map(check -> new LimitedBy(phrase, check.name()));
  }

  private Optional<Check> firstFailed(String... names) {
    return checks.stream()
        .filter(check -> check.verdict() == Verdict.FAIL)
        .filter(check -> List.of(names).contains(check.name()))
        .findFirst();
  }

  private Optional<LimitedBy> cores() {
    return SchedulingRules.serverBusyPercent(step)
        .filter(busy -> busy >= SchedulingRules.SATURATED)
        .map(busy ->
            new LimitedBy(
                SchedulingRules.sharesServerCores(step)
                    .map(shared ->
                        shared ? "the host's cores, which the tiers share" : "the server's cores")
                    .orElse("the server's cores, perhaps shared"),
                text("%.0f %% busy", busy)));
  }

  /** The tier behind the server, as messages call it. */
  private String backendName() {
    return ofDatabase() ? "database" : "echo tier";
  }

  private boolean ofDatabase() {
    return step.backend().filter(tier -> tier == Tier.DATABASE).isPresent();
  }

  /** A pool whose connections all execute statements nearly all the time. */
  private Optional<LimitedBy> pool() {
    Optional<Integer> size = Optional.ofNullable(step.pools().get(MeasuredStep.CONNECTION_POOL));
    return DatabaseMetrics.busyConnections(step.records())
        .filter(busy -> size.filter(all -> busy >= all * (1 - BUSY_POOL)).isPresent())
        .map(busy ->
            new LimitedBy(
                "the connection pool",
                text("%.0f of %d connections busy on average", busy, size.orElseThrow())));
  }

  private Optional<LimitedBy> backendTime() {
    return timesBackend()
        .filter(times -> times <= WAITING)
        .map(times ->
            new LimitedBy(
                ofDatabase() ? "the time of the statements" : "the echo delay",
                text(
                    "mean service time %.1f ms", meanSeconds().orElseThrow() * MILLIS_PER_SECOND)));
  }

  /** A pool of the server that holds as many calls as there were under way at once. */
  private Optional<LimitedBy> cap() {
    double windowSeconds = step.tiers().windowOf(Tier.ECHO).windowNs() / NANOS_PER_SECOND;
    Optional<Double> atOnce =
        step.tiers()
            .echo()
            .flatMap(echo ->
                echo.meanUs().map(mean -> echo.count() * mean / MICROS_PER_SECOND / windowSeconds));
    return atOnce.flatMap(calls ->
        step.pools().entrySet().stream()
            .filter(pool -> Math.abs(calls - pool.getValue()) <= NEAR_CAP * pool.getValue())
            .min(Map.Entry.comparingByKey())
            .map(pool ->
                new LimitedBy(
                    pool.getKey() + " = " + pool.getValue(),
                    text("%.0f concurrent calls of echo", calls))));
  }

  private LimitedBy unknown() {
    Optional<String> busy =
        SchedulingRules.serverBusyPercent(step).map(percent -> text("%.0f %% busy", percent));
    Optional<String> mean =
        timesBackend()
            .map(times ->
                text(
                    ofDatabase() ? "%.1f times the statements'" : "%.1f times echo's delay",
                    times));
    return new LimitedBy(
        "an unknown cause",
        "server's cores "
            + busy.orElse("not measured")
            + (step.backend().isPresent()
                ? ", mean service time " + mean.orElse("not measured")
                : ""));
  }

  private Optional<Double> timesBackend() {
    return backendSeconds().flatMap(wait -> meanSeconds().map(mean -> mean / wait));
  }

  /** How long the calls of a request take in the tier behind the server. */
  private Optional<Double> backendSeconds() {
    Workload work = step.records().load().workload();
    return ofDatabase()
        ? step.tiers()
            .database()
            .filter(counted -> counted.statements() > 0)
            .map(counted ->
                counted.executingMs()
                    / counted.statements()
                    * work.statementsPerCall()
                    * work.callsInTurn()
                    / MILLIS_PER_SECOND)
        : step.tiers()
            .echo()
            .flatMap(echo -> echo.waitUs(work))
            .map(micros -> micros / MICROS_PER_SECOND);
  }

  private Optional<Double> meanSeconds() {
    return step.measured().serviceTimeUs().mean().map(micros -> micros / MICROS_PER_SECOND);
  }
}
