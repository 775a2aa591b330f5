package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The rules that need what the tiers and the host did inside the window.
 *
 * @param calls of echo that each request makes
 */
record TierRules(
    int connections, int calls, LoadResult.Phase load, Tiers.Phase phase, Limits limits) {

  private static final double NANOS = 1e9;
  private static final double MILLI = 1e6;

  List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(handled());
    checks.add(echoDelay());
    checks.add(generatorLag());
    generatorCpu().ifPresent(checks::add);
    checks.add(cpuMeasured());
    checks.add(jit("server"));
    checks.add(jit("echo"));
    checks.add(steal());
    checks.add(edges());
    checks.addAll(new ContainerRules(phase, limits).all());
    return checks;
  }

  private Check handled() {
    String name = "handled";
    String unit = "requests";
    // Of the requests under way at either edge, echo may have answered any part.
    int limit = connections * calls;
    if (phase.echo().isEmpty()) {
      return Verdicts.unmeasured(name, limit, unit, "the echo tier did not give its count");
    }
    long echo = phase.echo().get().count();
    long difference = Math.abs(load.ok() * calls - echo);
    double lateEdges = load.throughputRps() * calls * phase.echo().get().edgeLagNs() / NANOS;
    Verdict verdict =
        difference <= limit
            ? Verdict.PASS
            : difference <= limit + lateEdges ? Verdict.WARN : Verdict.FAIL;
    String message =
        String.format(
            Locale.ROOT,
            "client got %d correct answers%s, echo handled %d (the server does not count its own)",
            load.ok(),
            calls == 1 ? "" : " of " + calls + " calls each",
            echo);
    return Verdicts.check(
        name,
        verdict,
        (double) difference,
        limit,
        unit,
        verdict == Verdict.WARN
            ? message
                + String.format(Locale.ROOT, "; up to %.0f pass while its count is read", lateEdges)
            : message);
  }

  private Check echoDelay() {
    String name = "echo_delay";
    double limit = limits.echoDelayP99Us() / 1_000;
    Optional<Double> p99 = phase.echo().flatMap(Tiers.Echo::p99Us);
    if (p99.isEmpty()) {
      return Verdicts.unmeasured(name, limit, "ms", "the echo tier did not state its p99");
    }
    double millis = p99.get() / 1_000;
    String message = String.format(Locale.ROOT, "echo's own delay p99 %.1f ms", millis);
    if (millis < limit) {
      return Verdicts.check(name, Verdict.PASS, millis, limit, "ms", message);
    }
    return Verdicts.check(
        name, Verdict.FAIL, millis, limit, "ms", message + ": the echo tier was the limit");
  }

  private Check generatorLag() {
    String name = "generator_lag";
    LoadResult.Generator generator = load.generator();
    Optional<Double> mean = load.serviceTimeUs().mean().filter(us -> us > 0);
    if (mean.isEmpty()) {
      return Verdicts.unmeasured(name, limits.loopLagWarn(), "%", "no service time was measured");
    }
    if (generator.loopLagP99Us().isEmpty()) {
      return largestLag(name, generator.maxLoopLagUs().map(us -> 100 * us / mean.get()));
    }
    double lagUs = generator.loopLagP99Us().get();
    double percent = 100 * lagUs / mean.get();
    String message =
        String.format(
            Locale.ROOT,
            "generator's loop lag p99 %.0f us, mean service time %.0f us",
            lagUs,
            mean.get());
    return Verdicts.below(name, "%", percent, limits.loopLagWarn(), limits.loopLagFail(), message);
  }

  /** The largest lag bounds the p99 from above: it can clear the generator, but not condemn it. */
  private Check largestLag(String name, Optional<Double> percent) {
    String few = "too few samples for the p99 of the generator's loop lag";
    return percent.filter(largest -> largest < limits.loopLagWarn()).isPresent()
        ? Verdicts.check(
            name,
            Verdict.PASS,
            percent.get(),
            limits.loopLagWarn(),
            "%",
            few + "; this is the largest")
        : Verdicts.unmeasured(
            name,
            limits.loopLagWarn(),
            "%",
            percent
                .map(most -> String.format(Locale.ROOT, "%s; the largest was %.1f %%", few, most))
                .orElse(few));
  }

  /** Only a generator on cores of its own has a share that says anything. */
  private Optional<Check> generatorCpu() {
    Optional<Tiers.Tier> loadgen = phase.tier("loadgen").filter(tier -> coresOfItsOwn(tier));
    if (loadgen.isEmpty()) {
      return Optional.empty();
    }
    String name = "generator_cpu";
    if (loadgen.get().cpuNs().isEmpty()) {
      return Optional.of(
          Verdicts.unmeasured(
              name, limits.generatorCpuWarn(), "%", "the generator's CPU could not be read"));
    }
    int cores = CpuList.parse(loadgen.get().cpus()).size();
    double percent = 100.0 * loadgen.get().cpuNs().get() / phase.windowNs() / cores;
    return Optional.of(
        Verdicts.below(
            name,
            "%",
            percent,
            limits.generatorCpuWarn(),
            limits.generatorCpuFail(),
            String.format(
                Locale.ROOT, "the generator used %.0f %% of its %d cores", percent, cores)));
  }

  private Check cpuMeasured() {
    List<String> missing =
        phase.tiers().stream()
            .filter(tier -> tier.cpuNs().isEmpty())
            .map(Tiers.Tier::role)
            .toList();
    String message =
        missing.isEmpty() ? "CPU of every tier read at both edges" : "no CPU of " + missing;
    return missing.isEmpty()
        ? Verdicts.check("cpu", Verdict.PASS, 0, 0, "tiers missing", message)
        : Verdicts.unmeasured("cpu", 0, "tiers missing", message);
  }

  private Check jit(String role) {
    String name = "jit_" + role;
    Optional<Long> jit = phase.tier(role).flatMap(Tiers.Tier::jitCpuNs);
    if (jit.isEmpty()) {
      return Verdicts.unmeasured(
          name, limits.jitWarn(), "%", "CPU of the JIT threads could not be read");
    }
    return Verdicts.below(
        name,
        "%",
        100.0 * jit.get() / phase.windowNs(),
        limits.jitWarn(),
        limits.jitFail(),
        String.format(
            Locale.ROOT,
            "C1 and C2 of %s used %.2f s of CPU in a window of %.1f s",
            role,
            jit.get() / NANOS,
            phase.windowNs() / NANOS));
  }

  private Check steal() {
    Tiers.Host host = phase.host();
    double all = host.busyNs() + host.idleNs() + (double) host.stealNs();
    if (all <= 0) {
      return Verdicts.unmeasured("steal", limits.stealWarn(), "%", "host CPU could not be read");
    }
    double percent = 100.0 * host.stealNs() / all;
    return Verdicts.below(
        "steal",
        "%",
        percent,
        limits.stealWarn(),
        limits.stealFail(),
        String.format(Locale.ROOT, "the hypervisor took %.1f %% of the host's CPU time", percent));
  }

  private Check edges() {
    return Verdicts.below(
        "edges",
        "%",
        100.0 * phase.edgeLagNs() / phase.windowNs(),
        limits.edgeLagWarn(),
        limits.edgeLagFail(),
        String.format(
            Locale.ROOT,
            "snapshots up to %.1f ms late in a window of %.1f s",
            phase.edgeLagNs() / MILLI,
            phase.windowNs() / NANOS));
  }

  private boolean coresOfItsOwn(Tiers.Tier tier) {
    return MeasuredStep.hasCoresOfItsOwn(phase, tier);
  }
}
