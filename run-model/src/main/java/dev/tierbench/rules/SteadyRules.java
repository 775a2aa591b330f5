package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;

import dev.tierbench.run.Settle;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Warmup;
import java.util.List;
import java.util.Optional;

/** The rules that distinguish a warm server in a steady state from one that still changes. */
final class SteadyRules {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("warmup", "settled", Limit.warn(1))
              .meaning("the JVM was warmed up until it settled")
              .always((step, ruling) -> warmup(step.warmup(), ruling)),
          rule("settle", "steady", Limit.warn(1))
              .meaning("throughput, CPU per request and JIT stood still before the window opened")
              .on(step -> step.records().tiers().settle(), SteadyRules::settle));

  private SteadyRules() {}

  private static Check warmup(Optional<Warmup.Run> run, CheckFactory ruling) {
    return run.map(done -> ruling.atLeast(done.settled() ? 1 : 0, "%s", done.outcome()))
        .orElseGet(() -> ruling.unmeasured("the JVM of this step was not warmed up"));
  }

  private static Check settle(Settle settle, CheckFactory ruling) {
    return ruling.check(
        settle.steady() ? Verdict.PASS : Verdict.WARN,
        settle.steady() ? 1 : 0,
        "%s after %.0f s: throughput %s, CPU per request %s, JIT %s",
        settle.steady() ? "steady" : "not steady",
        settle.seconds(),
        change(settle.throughputChangePercent()),
        change(settle.cpuChangePercent()),
        settle
            .jitPercent()
            .map(percent -> CheckFactory.text("%.1f %% of a core", percent))
            .orElse("not measured"));
  }

  private static String change(Optional<Double> percent) {
    return percent.map(p -> CheckFactory.text("%+.1f %%", p)).orElse("not measured");
  }
}
