package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.Warmup;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rules that tell a warm server in a steady state from one that still changes. */
final class SteadyRules {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          new Rule<>(
              "warmup",
              "settled",
              Limit.warn(1),
              "the JVM was warmed up until it settled",
              (step, ruling) -> Optional.of(warmup(step.warmup(), ruling))),
          new Rule<>(
              "settle",
              "steady",
              Limit.warn(1),
              "throughput, CPU per request and JIT stood still before the window opened",
              (step, ruling) ->
                  step.records().tiers().settle().map(settle -> settle(settle, ruling))));

  private SteadyRules() {}

  private static Check warmup(Optional<Warmup.Run> run, Ruling ruling) {
    return run.map(done -> ruling.atLeast(done.settled() ? 1 : 0, done.outcome()))
        .orElseGet(() -> ruling.unmeasured("the JVM of this step was not warmed up"));
  }

  private static Check settle(Settle settle, Ruling ruling) {
    return ruling.check(
        settle.steady() ? Verdict.PASS : Verdict.WARN,
        settle.steady() ? 1 : 0,
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
