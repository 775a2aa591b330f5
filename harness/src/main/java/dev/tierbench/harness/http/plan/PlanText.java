package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.preflight.EchoPriority;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.PlanLine;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RatePlan;
import dev.tierbench.run.plan.RoundPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The description of a plan, for the terminal. */
public final class PlanText {
  private PlanText() {}

  public static List<String> lines(HttpPlan plan) {
    DurationEstimate estimate = new DurationEstimate(plan);
    return List.of(
        PlanLine.of("plan", plan.common().preset() + ": " + size(plan, estimate)),
        PlanLine.of("servers", String.join(", ", plan.subjects())),
        PlanLine.of(
            "order", plan.order().stream().map(Plan.Trial::name).collect(Collectors.joining(" "))),
        PlanLine.of("load", load(plan)),
        PlanLine.of("generator", generator(plan.generator()) + connections(plan)),
        PlanLine.of("step", step(plan)),
        PlanLine.of("warm-up", warmUp(plan)),
        PlanLine.of("host", host(plan)),
        PlanLine.of("JVM options", String.join(" ", jvmOptions(plan))),
        PlanLine.of("cores", plan.pinning().note() + priority(plan) + limits(plan)),
        PlanLine.of("takes", takes(plan, estimate)));
  }

  /** Options of every server; the limits of a plan are all of one kind. */
  private static List<String> jvmOptions(HttpPlan plan) {
    List<String> common = plan.common().jvmOptions().get(Tier.SERVER.id());
    return plan.limits().stream()
        .findFirst()
        .map(limits -> JvmOptions.within(limits, common))
        .orElse(common);
  }

  private static String limits(HttpPlan plan) {
    return plan.limits().isEmpty()
        ? ""
        : "; servers in control groups with the limits that their names say";
  }

  private static String size(HttpPlan plan, DurationEstimate estimate) {
    boolean rounds = plan.windows().rounds().isPresent();
    return plan.until()
        .map(until ->
            "rounds of %s steps until decided (%s, from %s on), %s to %s of them"
                .formatted(
                    plan.subjects().size() * estimate.stepsOfTrial(),
                    String.join(", ", until.metrics()),
                    Numbers.percent(until.threshold()),
                    RoundPlan.Until.FIRST,
                    until.most()))
        .orElseGet(() ->
            "%s %s, %s%s steps"
                .formatted(
                    rounds ? plan.common().trials() : plan.order().size(),
                    rounds ? "rounds" : "trials",
                    plan.rates().flatMap(RatePlan::goal).isPresent() ? "about " : "",
                    estimate.steps()));
  }

  private static String takes(HttpPlan plan, DurationEstimate estimate) {
    long measuring = Math.round(estimate.measuringPercent());
    return plan.until()
        .map(until ->
            "rounds of about %s (mm:ss), all at most %s; %s %% of it measuring"
                .formatted(
                    Durations.clock(estimate.round()),
                    Durations.clock(until.budgetSeconds()),
                    measuring))
        .orElseGet(() ->
            "about %s (mm:ss), up to %s if no load settles before its cap; %s %% of it measuring"
                .formatted(
                    Durations.clock(estimate.total()),
                    Durations.clock(estimate.withCaps()),
                    measuring));
  }

  private static String step(HttpPlan plan) {
    HttpPlan.Windows windows = plan.windows();
    return "%s, measured window %s%s%s%s"
        .formatted(
            windows.settleSeconds() > 0
                ? "settle until steady, at most " + Durations.typed(windows.settleSeconds())
                : "no settling",
            Durations.typed(windows.measureSeconds()),
            windows
                .rounds()
                .map(rounds ->
                    " in "
                        + rounds.windows()
                        + " parts that alternate between servers"
                        + (rounds.until().flatMap(RoundPlan.Until::laterWindows).isPresent()
                            ? " (after the first rounds as many as their scatter makes best)"
                            : ""))
                .orElse(""),
            windows
                .trace()
                .map(trace ->
                    trace(
                        trace,
                        plan.until().map(RoundPlan.Until::most).orElse(plan.common().trials())))
                .orElse(", no traced window"),
            windows.profile().map(PlanText::profile).orElse(""));
  }

  private static String trace(HttpPlan.Trace window, int trials) {
    return ", tracer attached, traced window "
        + Durations.typed(window.seconds())
        + (window.allTiers() ? " (threads of all tiers)" : "")
        + (window.trials() < trials ? " in the first " + window.trials() + " of the trials" : "");
  }

  private static String profile(HttpPlan.Profiling window) {
    return ", profiled window %s (%s)"
        .formatted(
            Durations.typed(window.seconds()),
            window.jfr()
                ? "JDK Flight Recorder"
                : window.kinds().stream().map(ProfileKind::id).collect(Collectors.joining(", ")));
  }

  private static String warmUp(HttpPlan plan) {
    HttpPlan.WarmupPlan warmup = plan.warmup();
    if (warmup.capSeconds() <= 0) {
      return "none";
    }
    return "%s concurrent%s until JIT idle%s, at most %s%s"
        .formatted(
            warmup.concurrency(),
            plan.waitsInDatabase() ? " with shorter waits in the database" : "",
            plan.pinning().cpus().isEmpty() ? "" : ", on all cores of the plan (processes)",
            Durations.typed(warmup.capSeconds()),
            warmup.topCapSeconds() <= 0
                ? ""
                : "; then the top level until steady, at most "
                    + Durations.typed(warmup.topCapSeconds()));
  }

  private static String load(HttpPlan plan) {
    List<String> loads = new ArrayList<>();
    if (!plan.levels().isEmpty()) {
      loads.add(
          plan.levels().stream().map(String::valueOf).collect(Collectors.joining(", "))
              + " concurrent requests, closed model");
    }
    plan.rates().map(RateText::of).ifPresent(loads::add);
    plan.echoDelay().map(delay -> "echo answers after " + delay.text()).ifPresent(loads::add);
    plan.echoFailures().map(failures -> "echo fails " + failures.text()).ifPresent(loads::add);
    return String.join("; ", loads);
  }

  private static String generator(GeneratorName name) {
    return name == GeneratorName.LOADGEN
        ? name.id()
        : name.id() + " in the windows; " + GeneratorName.LOADGEN.id() + " warms up and settles";
  }

  private static String connections(HttpPlan plan) {
    return plan.renewal().map(renewal -> ", " + renewal).orElse("")
        + plan.requests().map(", %,d requests in each window"::formatted).orElse("");
  }

  private static String priority(HttpPlan plan) {
    return EchoPriority.isFirst(plan)
        ? "; echo goes first on the core that it shares (nice %d)".formatted(ChildCommand.FIRST)
        : "";
  }

  private static String host(HttpPlan plan) {
    HttpPlan.Probe probe = plan.probe();
    return (probe.enabled() ? "speed probed around each step; " : "speed not probed; ")
        + (plan.repeatNoisy() == 0
            ? "no step is measured again"
            : "at most %s steps of a trial measured again if it was noisy"
                .formatted(plan.repeatNoisy()));
  }
}
