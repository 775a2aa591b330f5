package dev.tierbench.rules;

import dev.tierbench.run.Checks;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.Warmup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The rules that make the numbers of a step valid, as pure functions of its records: they can be
 * run again over an old run folder. A check named {@value #FAULT} is no rule but the record of an
 * event; who runs the rules again carries it over.
 */
public final class ValidityRules {

  /** The name of the check that records why a step could not be measured. */
  public static final String FAULT = "fault";

  private ValidityRules() {}

  /** Applies every rule to the scored window of a step. */
  public static Checks check(MeasuredStep step, Limits limits) {
    Optional<LoadResult.Phase> load = step.load().phase(MeasuredStep.SCORED);
    if (load.isEmpty()) {
      return Checks.of(
          limits.version(),
          List.of(Verdicts.failed("window", "the load generator did not finish the clean window")));
    }
    List<Check> checks = new ArrayList<>(new LoadRules(step.load(), load.get(), limits).all());
    checks.add(warmup(step.warmup()));
    step.tiers().settle().ifPresent(settle -> checks.add(settle(settle)));
    Optional<Tiers.Phase> tiers = step.tiers().phase(MeasuredStep.SCORED);
    if (tiers.isEmpty()) {
      checks.add(
          Verdicts.failed("tiers", "no snapshots of the tiers at the edges of the clean window"));
    } else {
      checks.addAll(
          new TierRules(
                  step.load().load().connections(),
                  step.load().callsOfEcho(),
                  load.get(),
                  tiers.get(),
                  limits)
              .all());
      checks.addAll(
          new SchedulingRules(step.tiers().scheduling(), tiers.get(), step.pinning(), limits)
              .all());
    }
    step.observed()
        .ifPresent(observed ->
            checks.addAll(
                new CountedRules(
                        observed, load.get(), step.load().phase(MeasuredStep.COUNTED), limits)
                    .all()));
    return Checks.of(limits.version(), checks);
  }

  /** The verdict on a step that could not be measured. */
  public static Checks fault(Limits limits, String reason) {
    return Checks.of(limits.version(), List.of(Verdicts.failed(FAULT, reason)));
  }

  /** Whether the step was ended by a fault and not judged by a rule. */
  public static boolean isFault(Checks checks) {
    return checks.checks().stream().anyMatch(check -> check.name().equals(FAULT));
  }

  private static Check warmup(Optional<Warmup.Run> run) {
    String name = "warmup";
    if (run.isEmpty()) {
      return Verdicts.unmeasured(name, 1, "settled", "the JVM of this step was not warmed up");
    }
    boolean settled = run.get().settled();
    return Verdicts.check(
        name,
        settled ? Verdict.PASS : Verdict.WARN,
        settled ? 1 : 0,
        1,
        "settled",
        run.get().outcome());
  }

  /** The load before the window lasts until the server is in a steady state, or to its cap. */
  private static Check settle(Settle settle) {
    return Verdicts.check(
        "settle",
        settle.steady() ? Verdict.PASS : Verdict.WARN,
        settle.steady() ? 1 : 0,
        1,
        "steady",
        String.format(
            Locale.ROOT,
            "%s after %.0f s: throughput %s, CPU per request %s, JIT %s",
            settle.steady() ? "steady" : "not steady",
            settle.seconds(),
            change(settle.throughputChangePercent()),
            change(settle.cpuChangePercent()),
            settle
                .jitPercent()
                .map(percent -> String.format(Locale.ROOT, "%.1f %% of a core", percent))
                .orElse("not measured")));
  }

  private static String change(Optional<Double> percent) {
    return percent.map(p -> String.format(Locale.ROOT, "%+.1f %%", p)).orElse("not measured");
  }
}
