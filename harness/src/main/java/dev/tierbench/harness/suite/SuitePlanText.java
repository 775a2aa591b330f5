package dev.tierbench.harness.suite;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.PlanLine;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Work.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The description of a suite's plan, for the terminal. */
final class SuitePlanText {

  private SuitePlanText() {}

  /**
   * The plan in lines.
   *
   * @param seconds that it takes
   */
  static List<String> lines(Predictions predictions, double seconds) {
    SuitePlan plan = predictions.plan();
    List<String> lines = new ArrayList<>();
    Collections.addAll(
        lines,
        PlanLine.of("suite", plan.suite() + ": " + plan.descriptor().title()),
        PlanLine.of(
            "plan",
            plan.common().preset()
                + ": "
                + plan.order().size()
                + " trials, "
                + plan.steps()
                + " cells, each in a fresh JVM"
                + notRun(plan, predictions)),
        PlanLine.of("compared", String.join(", ", plan.subjects())),
        PlanLine.of(
            "cells",
            plan.cells().stream().map(Parameters::label).collect(Collectors.joining("; "))),
        PlanLine.of("JVM options", String.join(" ", plan.common().jvmOptions().get("worker"))),
        PlanLine.of("budget", Numbers.span(plan.budgetSeconds()) + " for a run of a cell"),
        PlanLine.of("threads", tracing(plan)));
    if (SuiteDatabase.isPostgres(plan)) {
      lines.add(
          PlanLine.of(
              "database",
              "PostgreSQL on port %d, a pool of %d connections in each worker"
                  .formatted(
                      SuiteDatabase.port(plan).orElseThrow(),
                      SuiteDatabase.writers(plan).orElseThrow())));
    }
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
    Map<Outcome, Long> cells =
        plan.order().stream()
            .flatMap(trial ->
                plan.cells(trial.subject()).stream()
                    .flatMap(cell ->
                        predictions.notRun(trial.subject(), cell, plan.round(trial)).stream()))
            .collect(Collectors.groupingBy(Ending::outcome, Collectors.counting()));
    return String.format(
        Locale.ROOT,
        "; %d only predicted, being too long, %d beyond a limit of this host",
        cells.getOrDefault(Outcome.PREDICTED, 0L),
        cells.getOrDefault(Outcome.REFUSED, 0L));
  }
}
