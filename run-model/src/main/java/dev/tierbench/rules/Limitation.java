package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Checks.LimitedBy;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What kept a step from more throughput, in one phrase, by its checks and its records: the first
 * cause that is found, from those that spoil the step to those that are the server's own.
 */
record Limitation(MeasuredStep step, List<Check> checks) {

  /** Up to so many times echo's delay a request only waits for it. */
  private static final double WAITING = 1.15;

  /** How far calls under way at once may be from a cap that holds them. */
  private static final double NEAR_CAP = 0.05;

  /** From this share of the window on a stop shows in throughput. */
  private static final double MATERIAL = 0.05;

  private static final double MICRO = 1e-6;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS = 1e9;
  private static final Set<String> OF_GENERATOR = Set.of("generator_lag", "generator_cpu");

  static LimitedBy of(MeasuredStep step, List<Check> checks) {
    return new Limitation(step, checks).cause();
  }

  private LimitedBy cause() {
    return Stream.<Supplier<Optional<LimitedBy>>>of(
            this::spoiled,
            this::stopOfServer,
            () -> failed(OF_GENERATOR::contains, "the generator"),
            () -> failed("echo_delay"::equals, "the echo tier"),
            () -> failed("helper_cores"::equals, "the cores of generator and echo tier"),
            () -> failed("throttled"::equals, "the CPU quota of a container"),
            () -> failed(Rules.OTHER_LOAD::equals, "other programs on the server's cores"),
            this::cores,
            this::offeredRate,
            this::echoDelay,
            this::cap)
        .flatMap(cause -> cause.get().stream())
        .findFirst()
        .orElseGet(this::unknown);
  }

  /** A stop of who measures, whose length is the check's value. */
  private Optional<LimitedBy> spoiled() {
    return stall(Verdict.FAIL)
        .map(millis -> stop("a stop of generator, echo tier or host", millis));
  }

  /** A stop of the server that took a part of the window which throughput shows. */
  private Optional<LimitedBy> stopOfServer() {
    return stall(Verdict.WARN)
        .filter(millis ->
            millis / MILLIS_PER_SECOND >= MATERIAL * step.measured().seconds()
                && (!step.hasEcho() || step.tiers().echo().flatMap(Tiers.Echo::pause).isPresent()))
        .map(millis -> stop("a stop of the server", millis));
  }

  private static LimitedBy stop(String whose, double millis) {
    return new LimitedBy(whose, String.format(Locale.ROOT, "%.0f ms", millis));
  }

  private Optional<Double> stall(Verdict verdict) {
    return checks.stream()
        .filter(check -> check.name().equals(Rules.STALL) && check.verdict() == verdict)
        .flatMap(check -> check.value().stream())
        .findFirst();
  }

  /** Of an open model that kept its schedule. */
  private Optional<LimitedBy> offeredRate() {
    return step.records().load().load() instanceof Load.Open open
            && failed("rate_ratio"::equals).isEmpty()
        ? Optional.of(
            new LimitedBy(
                "the offered rate", String.format(Locale.ROOT, "%.0f requests/s", open.rateRps())))
        : Optional.empty();
  }

  private Optional<LimitedBy> failed(Predicate<String> name, String phrase) {
    return failed(name).map(check -> new LimitedBy(phrase, check.name()));
  }

  private Optional<Check> failed(Predicate<String> name) {
    return checks.stream()
        .filter(check -> check.verdict() == Verdict.FAIL && name.test(check.name()))
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
                String.format(Locale.ROOT, "%.0f %% busy", busy)));
  }

  private Optional<LimitedBy> echoDelay() {
    return timesEchoDelay()
        .filter(times -> times <= WAITING)
        .map(times ->
            new LimitedBy(
                "the echo delay",
                String.format(
                    Locale.ROOT,
                    "mean service time %.1f ms",
                    meanSeconds().orElseThrow() * MILLIS_PER_SECOND)));
  }

  /** A pool of the server that holds as many calls as there were under way at once. */
  private Optional<LimitedBy> cap() {
    Optional<Double> atOnce =
        step.tiers()
            .echo()
            .flatMap(echo ->
                echo.p50Us()
                    .map(delay ->
                        echo.count()
                            * delay
                            * MICRO
                            * NANOS
                            / step.tiers().windowOf(Tier.ECHO).windowNs()));
    return atOnce.flatMap(calls ->
        step.pools().entrySet().stream()
            .filter(pool -> Math.abs(calls - pool.getValue()) <= NEAR_CAP * pool.getValue())
            .min(Map.Entry.comparingByKey())
            .map(pool ->
                new LimitedBy(
                    pool.getKey() + " = " + pool.getValue(),
                    String.format(Locale.ROOT, "%.0f concurrent calls of echo", calls))));
  }

  private LimitedBy unknown() {
    return new LimitedBy(
        "an unknown cause",
        "server's cores "
            + SchedulingRules.serverBusyPercent(step)
                .map(busy -> String.format(Locale.ROOT, "%.0f %% busy", busy))
                .orElse("not measured")
            + (step.hasEcho() ? ", mean service time " + meanInDelays() : ""));
  }

  private String meanInDelays() {
    return timesEchoDelay()
        .map(times -> String.format(Locale.ROOT, "%.1f times echo's delay", times))
        .orElse("not measured");
  }

  private Optional<Double> timesEchoDelay() {
    int calls = step.records().load().workload().callsInTurn();
    return step.tiers()
        .echo()
        .flatMap(Tiers.Echo::p50Us)
        .flatMap(delay -> meanSeconds().map(mean -> mean / (calls * delay * MICRO)));
  }

  private Optional<Double> meanSeconds() {
    LoadResult.Phase load = step.measured();
    return load.serviceTimeUs().mean().map(micros -> micros * MICRO);
  }
}
