package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.trial.Durations;
import dev.tierbench.harness.trial.PlanLine;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Plan;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.RatePlan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The description of a plan, for the terminal. */
public final class PlanText {
  private PlanText() {}

  public static List<String> lines(HttpPlan plan) {
    DurationEstimate estimate = new DurationEstimate(plan);
    return List.of(
        PlanLine.of(
            "plan",
            plan.common().preset()
                + ": "
                + plan.order().size()
                + " trials, "
                + (plan.rates().flatMap(RatePlan::goal).isPresent() ? "about " : "")
                + estimate.steps()
                + " steps"),
        PlanLine.of("servers", String.join(", ", plan.subjects())),
        PlanLine.of("order", order(plan)),
        PlanLine.of("load", load(plan)),
        PlanLine.of("generator", generator(plan.generator())),
        PlanLine.of(
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
                            + (window.allTiers() ? " (threads of all tiers)" : "")
                            + (window.trials() < plan.common().trials()
                                ? " in the first " + window.trials() + " of the trials"
                                : ""))
                    .orElse(", no traced window")
                + plan.windows()
                    .profile()
                    .map(window ->
                        ", profiled window "
                            + Durations.typed(window.seconds())
                            + " ("
                            + (window.jfr()
                                ? "JDK Flight Recorder"
                                : window.kinds().stream()
                                    .map(ProfileKind::id)
                                    .collect(Collectors.joining(", ")))
                            + ")")
                    .orElse("")),
        PlanLine.of(
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
                    + (plan.warmup().topCapSeconds() <= 0
                        ? ""
                        : "; then the top level until steady, at most "
                            + Durations.typed(plan.warmup().topCapSeconds()))),
        PlanLine.of("host", host(plan.probe())),
        PlanLine.of("JVM options", String.join(" ", plan.common().jvmOptions().get("server"))),
        PlanLine.of("cores", plan.pinning().note()),
        PlanLine.of(
            "takes",
            "about "
                + Durations.clock(estimate.total())
                + " (mm:ss), up to "
                + Durations.clock(estimate.withCaps())
                + " if no load settles before its cap; "
                + Math.round(estimate.measuringPercent())
                + " % of it measuring"));
  }

  private static String load(HttpPlan plan) {
    Stream<String> closed =
        plan.levels().isEmpty()
            ? Stream.empty()
            : Stream.of(joined(plan.levels()) + " concurrent requests, closed model");
    return Stream.concat(closed, plan.rates().map(RateText::of).stream())
        .collect(Collectors.joining("; "));
  }

  private static String generator(GeneratorName name) {
    return name == GeneratorName.LOADGEN
        ? name.id()
        : name.id() + " in the windows; " + GeneratorName.LOADGEN.id() + " warms up and settles";
  }

  private static String host(HttpPlan.Probe probe) {
    return (probe.enabled() ? "speed probed around each step; " : "speed not probed; ")
        + (probe.repeatNoisy() == 0
            ? "no step is measured again"
            : "at most "
                + probe.repeatNoisy()
                + " steps of a trial measured again if it was noisy");
  }

  private static String order(HttpPlan plan) {
    return plan.order().stream().map(Plan.Trial::name).collect(Collectors.joining(" "));
  }

  private static String joined(List<Integer> levels) {
    return levels.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
