package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.trial.DurationEstimate;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Plan;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The description of a plan, for the terminal. */
public final class PlanText {
  private PlanText() {}

  public static List<String> lines(HttpPlan plan) {
    DurationEstimate estimate = new DurationEstimate(plan);
    int steps = plan.steps();
    return List.of(
        line(
            "plan",
            plan.common().preset() + ": " + plan.order().size() + " trials, " + steps + " steps"),
        line("servers", String.join(", ", plan.subjects())),
        line("order", order(plan)),
        line("levels", joined(plan.levels()) + " concurrent requests, closed model"),
        line(
            "step",
            "settle until steady, at most "
                + Durations.typed(plan.windows().settleSeconds())
                + ", measured window "
                + Durations.typed(plan.windows().measureSeconds())
                + plan.windows()
                    .trace()
                    .map(window ->
                        ", tracer attached, traced window "
                            + Durations.typed(window.seconds())
                            + (window.allTiers() ? " (threads of all tiers)" : ""))
                    .orElse(", no traced window")),
        line(
            "warm-up",
            plan.warmup().capSeconds() <= 0
                ? "none"
                : plan.warmup().concurrency()
                    + " concurrent until JIT idle"
                    + (plan.pinning().cpus().isEmpty()
                        ? ""
                        : ", on all cores of the plan (processes)")
                    + ", at most "
                    + Durations.typed(plan.warmup().capSeconds())
                    + "; then the top level until steady, at most "
                    + Durations.typed(plan.warmup().topCapSeconds())),
        line("JVM options", String.join(" ", plan.common().jvmOptions().get("server"))),
        line("cores", plan.pinning().note()),
        line(
            "takes",
            "about "
                + Durations.clock(estimate.total())
                + " (mm:ss), up to "
                + Durations.clock(estimate.withCaps())
                + " if no load settles before its cap"));
  }

  private static String order(HttpPlan plan) {
    return plan.order().stream().map(Plan.Trial::name).collect(Collectors.joining(" "));
  }

  private static String joined(List<Integer> levels) {
    return levels.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** A line of it. */
  public static String line(String head, String text) {
    return String.format(Locale.ROOT, "%-12s%s", head, text);
  }
}
