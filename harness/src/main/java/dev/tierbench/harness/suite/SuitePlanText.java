package dev.tierbench.harness.suite;

import dev.tierbench.harness.trial.Durations;
import dev.tierbench.harness.trial.PlanLine;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.SuitePlan;
import dev.tierbench.run.Work.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The description of a suite's plan, for the terminal. */
final class SuitePlanText {

  private SuitePlanText() {}

  /**
   * The plan in lines.
   *
   * @param seconds that it takes
   */
  static List<String> lines(SuitePlan plan, Predictions predictions, double seconds) {
    List<String> lines = new ArrayList<>();
    lines.add(PlanLine.of("suite", plan.suite() + ": " + plan.descriptor().title()));
    lines.add(
        PlanLine.of(
            "plan",
            plan.common().preset()
                + ": "
                + plan.order().size()
                + " trials, "
                + plan.steps()
                + " cells, each in a fresh JVM"
                + notRun(plan, predictions)));
    lines.add(PlanLine.of("compared", String.join(", ", plan.subjects())));
    lines.add(
        PlanLine.of(
            "cells",
            plan.cells().stream().map(Parameters::label).collect(Collectors.joining("; "))));
    lines.add(
        PlanLine.of("JVM options", String.join(" ", plan.common().jvmOptions().get("worker"))));
    lines.add(PlanLine.of("budget", Numbers.span(plan.budgetSeconds()) + " for a run of a cell"));
    lines.add(PlanLine.of("threads", tracing(plan)));
    lines.add(PlanLine.of("takes", "about " + Durations.clock(seconds) + " (mm:ss)"));
    return lines;
  }

  private static String tracing(SuitePlan plan) {
    return plan.engines()
        .trace()
        .map(trial -> "counted by the tracer in one more run, in trial " + trial + " of each")
        .orElse("read from /proc around the measured runs");
  }

  private static String notRun(SuitePlan plan, Predictions predictions) {
    int predicted = 0;
    int refused = 0;
    for (Plan.Trial trial : plan.order()) {
      for (Parameters cell : plan.cells(trial.subject())) {
        Outcome outcome =
            predictions
                .notRun(trial.subject(), cell, plan.round(trial))
                .map(Predictions.NotRun::outcome)
                .orElse(Outcome.COMPLETED);
        predicted += outcome == Outcome.PREDICTED ? 1 : 0;
        refused += outcome == Outcome.REFUSED ? 1 : 0;
      }
    }
    return String.format(
        Locale.ROOT,
        "; %d only predicted, being too long, %d beyond a limit of this host",
        predicted,
        refused);
  }
}
