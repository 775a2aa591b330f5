package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.MICROS_PER_MILLI;
import static dev.tierbench.run.Units.MICROS_PER_SECOND;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.delay.DelayDistribution.Constant;
import dev.tierbench.run.delay.DelayHistogram;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The rules that need what the tiers and the host did inside the window. */
final class TierRules {

  /** What is counted in ticks of 10 ms says nothing of a few of them. */
  static final String TOO_SHORT = "the measured runs took less than 200 ms";

  /** Rule of every kind of run. */
  static final Rule<MeasuredWindow> STEAL =
      rule("steal", "%", new Limit(1, 10))
          .meaning("CPU time that the hypervisor gave to others")
          .always((step, ruling) -> steal(step.host(), ruling));

  /** Rule of phase boundaries, of every kind of run. */
  static final Rule<MeasuredWindow> BOUNDARIES =
      rule("boundaries", "%", new Limit(0.5, 5))
          .meaning(
              "how late the snapshots at the phase boundaries were, of the window; of suites, whose"
                  + " worker waits there, a WARN from the second limit on")
          .always((step, ruling) -> boundaries(step.boundaryLag(), ruling));

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("handled", "requests", Limit.NONE)
              .meaning(
                  "correct answers of the client = requests that echo handled, or statements that the"
                      + " database executed (times those of each), within those in flight at the"
                      + " boundaries")
              .always((step, ruling) ->
                  step.backend().equals(Optional.of(Tier.DATABASE))
                      ? DatabaseRules.handled(step, ruling)
                      : ofEcho(TierRules::handled).apply(step, ruling)),
          rule("echo_delay", "%", Limit.fail(10))
              .meaning("p99 of echo's own delay over that of the delays that it was asked for")
              .always(ofEcho((step, ruling) -> echoDelay(step.tiers(), ruling))),
          rule("echo_distribution", "D × √n", new Limit(1.95, 2.5))
              .meaning(
                  "distance of echo's delays from their distribution (Kolmogorov and Smirnov), times the"
                      + " root of their number; only with a delay that varies")
              .when((step, ruling) -> echoDistribution(step.tiers(), ruling)),
          rule("generator_lag", "%", new Limit(5, 20))
              .meaning("how late the generator's loops ran, p99, of the mean service time")
              .always((step, ruling) -> generatorLag(step.measured(), ruling)),
          rule("generator_cpu", "%", new Limit(70, 85))
              .meaning("CPU of the generator, of its cores; only with cores of its own")
              .when((step, ruling) -> generatorCpu(step.tiers(), ruling)),
          rule("cpu", "tiers missing", Limit.NONE)
              .meaning("CPU of every tier read at both boundaries")
              .always((step, ruling) -> cpuMeasured(step.tiers(), ruling)),
          jit(Tier.SERVER, (step, ruling) -> jit(Tier.SERVER, step.tiers(), ruling)),
          jit(Tier.ECHO, ofEcho((step, ruling) -> jit(Tier.ECHO, step.tiers(), ruling))),
          STEAL,
          BOUNDARIES);

  /** Share of a delay by which it may be late and still counts as kept. */
  private static final double LATE_DELAY = 0.1;

  private TierRules() {}

  private static BiFunction<MeasuredStep, CheckFactory, Check> ofEcho(
      BiFunction<MeasuredStep, CheckFactory, Check> check) {
    return (step, ruling) ->
        step.hasEcho()
            ? check.apply(step, ruling)
            : ruling.doesNotApply("the server calls no echo tier");
  }

  private static Check handled(MeasuredStep step, CheckFactory ruling) {
    LoadResult.Phase load = step.measured();
    int calls = step.records().load().workload().calls();
    // Requests in flight at a boundary may or may not have reached the backend.
    int limit = step.records().load().load().connections() * calls * load.openings();
    if (step.tiers().echo().isEmpty()) {
      return ruling.unmeasured(limit, "the echo tier did not give its count");
    }
    Tiers.Echo echo = step.tiers().echo().get();
    if (echo.failed() > 0 && calls > 1) {
      return ruling.doesNotApply("of a request that failed, some calls were answered");
    }
    long difference = Math.abs(load.ok() * calls - (echo.count() - echo.failed()));
    double late = load.throughputRps() * calls * echo.boundaryLagNs() / NANOS_PER_SECOND;
    Verdict verdict =
        difference <= limit
            ? Verdict.PASS
            : difference <= limit + late ? Verdict.WARN : Verdict.FAIL;
    return ruling.check(
        verdict,
        (double) difference,
        limit,
        "client got %d correct answers%s, echo handled %d (the server does not count its own)%s",
        load.ok(),
        calls == 1 ? "" : " of " + calls + " calls each",
        echo.count(),
        verdict == Verdict.WARN
            ? CheckFactory.text("; up to %.0f pass while its count is read", late)
            : "");
  }

  private static Check echoDelay(Tiers.Phase phase, CheckFactory ruling) {
    Optional<Double> p99 = phase.echo().flatMap(Tiers.Echo::p99Us);
    if (p99.isEmpty()) {
      return ruling.unmeasured("the echo tier did not state its p99");
    }
    double asked =
        phase
            .echo()
            .flatMap(Tiers.Echo::delays)
            .map(delays -> delays.asked().p99Us())
            .orElse(Constant.STANDARD.mean() * MICROS_PER_SECOND);
    double least = DelayHistogram.LEAST_MILLIS * MICROS_PER_MILLI;
    return ruling
        .below(
            100 * (p99.get() - asked) / Math.max(asked, least),
            "echo's own delay p99 %.1f ms of %.1f ms asked",
            p99.get() / MICROS_PER_MILLI,
            asked / MICROS_PER_MILLI)
        .unlessPassed(": the echo tier was the limit");
  }

  /** A constant delay has no distribution to keep. */
  private static Optional<Check> echoDistribution(Tiers.Phase phase, CheckFactory ruling) {
    return phase
        .echo()
        .flatMap(Tiers.Echo::delays)
        .filter(delays -> !(delays.distribution() instanceof Constant))
        .map(delays -> {
          double distance = delays.kept().distance(delays.distribution(), LATE_DELAY);
          return ruling.below(
              distance * Math.sqrt((double) delays.distinct()),
              "%d delays, of %d that were drawn, are %.3f from %s",
              delays.kept().count(),
              delays.distinct(),
              distance,
              delays.distribution().text());
        });
  }

  private static Check generatorLag(LoadResult.Phase load, CheckFactory ruling) {
    if (load.generator().isEmpty()) {
      return ruling.unmeasured("the generator does not report how late its loops ran");
    }
    LoadResult.Generator generator = load.generator().get();
    Optional<Double> mean = load.serviceTimeUs().mean().filter(us -> us > 0);
    if (mean.isEmpty()) {
      return ruling.unmeasured("no service time was measured");
    }
    if (generator.loopLagP99Us().isEmpty()) {
      return largestLag(generator.maxLoopLagUs().map(us -> 100 * us / mean.get()), ruling);
    }
    double lagUs = generator.loopLagP99Us().get();
    return ruling.below(
        100 * lagUs / mean.get(),
        "generator's loop lag p99 %.0f us, mean service time %.0f us",
        lagUs,
        mean.get());
  }

  /** The largest lag bounds the p99 from above: it can clear the generator, but not condemn it. */
  private static Check largestLag(Optional<Double> percent, CheckFactory ruling) {
    String few = "too few samples for the p99 of the generator's loop lag";
    return percent
        .map(largest -> ruling.below(largest, "%s; this is the largest", few))
        .filter(check -> check.verdict() == Verdict.PASS)
        .orElseGet(() ->
            ruling.unmeasured(
                "%s%s",
                few,
                percent
                    .map(most -> CheckFactory.text("; the largest was %.1f %%", most))
                    .orElse("")));
  }

  /** Judges the busiest generator; only the share of one on cores of its own says anything. */
  private static Optional<Check> generatorCpu(Tiers.Phase phase, CheckFactory ruling) {
    List<Tiers.Usage> generators =
        phase.all(Tier.LOADGEN).stream()
            .filter(loadgen -> hasCoresOfItsOwn(phase, loadgen))
            .toList();
    if (generators.stream().anyMatch(loadgen -> loadgen.cpuNs().isEmpty())) {
      return Optional.of(ruling.unmeasured("the generator's CPU could not be read"));
    }
    return generators.stream()
        .max(Comparator.comparingDouble(loadgen -> percentOfItsCores(phase, loadgen)))
        .map(busiest -> {
          double percent = percentOfItsCores(phase, busiest);
          return ruling.below(
              percent,
              "%s used %.0f %% of its %d cores",
              generators.size() > 1
                  ? "the busiest generator, on " + phase.windowOf(busiest).name() + ","
                  : "the generator",
              percent,
              coresOf(busiest));
        });
  }

  private static double percentOfItsCores(Tiers.Phase phase, Tiers.Usage process) {
    return 100 * phase.coresUsed(process).orElseThrow() / coresOf(process);
  }

  private static int coresOf(Tiers.Usage process) {
    return process.cores().orElseThrow().size();
  }

  /** A process that was gone had none that are known. */
  private static boolean hasCoresOfItsOwn(Tiers.Phase phase, Tiers.Usage tier) {
    Optional<CpuList> own = tier.cores();
    String host = phase.windowOf(tier).name();
    return own.isPresent()
        && phase.tiers().stream()
            .filter(other -> other.tier() != tier.tier())
            .filter(other -> phase.windowOf(other).name().equals(host))
            .flatMap(other -> other.cores().stream())
            .noneMatch(own.get()::overlaps);
  }

  private static Check cpuMeasured(Tiers.Phase phase, CheckFactory ruling) {
    List<String> missing =
        phase.tiers().stream()
            .filter(usage -> usage.cpuNs().isEmpty())
            .map(usage -> usage.tier().id())
            .toList();
    return missing.isEmpty()
        ? ruling.check(Verdict.PASS, 0, "CPU of every tier read at both boundaries")
        : ruling.unmeasured("no CPU of %s", missing);
  }

  private static Rule<MeasuredStep> jit(
      Tier tier, BiFunction<MeasuredStep, CheckFactory, Check> check) {
    return rule("jit_" + tier.id(), "%", new Limit(2, 10))
        .meaning("CPU of the JIT threads of " + tier.id() + ", of the window")
        .always(check);
  }

  private static Check jit(Tier tier, Tiers.Phase phase, CheckFactory ruling) {
    Optional<Long> jit = phase.tier(tier).flatMap(Tiers.Usage::jitCpuNs);
    long windowNs = phase.windowOf(tier).windowNs();
    return jit.map(nanos ->
            ruling.below(
                100.0 * nanos / windowNs,
                "the JIT compilers of %s used %.2f s of CPU in a window of %.1f s",
                tier.id(),
                nanos / NANOS_PER_SECOND,
                windowNs / NANOS_PER_SECOND))
        .orElseGet(() -> ruling.unmeasured("CPU of the JIT threads could not be read"));
  }

  private static Check steal(Tiers.Host host, CheckFactory ruling) {
    if (!host.wasRead()) {
      return ruling.unmeasured("host CPU could not be read");
    }
    double percent = host.stealPercent();
    return ruling.below(percent, "the hypervisor took %.1f %% of the host's CPU time", percent);
  }

  /** A worker that waits does nothing while it is read: its values only have too long a window. */
  private static Check boundaries(MeasuredWindow.BoundaryLag lag, CheckFactory ruling) {
    if (lag.isUnknown()) {
      return ruling.unmeasured(
          "the record has snapshots%s before their boundaries: how late they were is not known",
          lag.host().isEmpty() ? "" : " of host " + lag.host());
    }
    String message =
        CheckFactory.text(
            "snapshots%s up to %.1f ms late in a window of %.1f s",
            lag.host().isEmpty() ? "" : " on host " + lag.host(),
            lag.lagNs() / NANOS_PER_MILLI,
            lag.windowNs() / NANOS_PER_SECOND);
    if (!lag.waits()) {
      return ruling.below(lag.percent(), "%s", message);
    }
    return HostMetrics.isLongEnough(lag.windowNs())
        ? ruling.belowSecond(lag.percent(), "%s", message)
        : ruling.doesNotApply(TOO_SHORT);
  }
}
