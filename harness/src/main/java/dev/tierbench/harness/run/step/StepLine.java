package dev.tierbench.harness.run.step;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks;
import java.util.List;
import java.util.stream.Collectors;

/** One line about a step, printed as soon as it has a verdict. */
public final class StepLine {

  private static final List<Metric> HTTP =
      List.of(Metrics.THROUGHPUT, Metrics.P50, Metrics.P99, Metrics.CPU);
  private static final List<Metric> SUITE =
      List.of(Metrics.RUN_MS, Metrics.CPU, Metrics.ALLOCATION);

  private StepLine() {}

  public static String of(Plan plan, Plan.Trial trial, JudgedStep step) {
    String values =
        metrics(plan).stream()
            .flatMap(metric ->
                step.measurements().get(metric).stream().map(value -> text(plan, metric, value)))
            .collect(Collectors.joining());
    return trial.name()
        + " at "
        + step.step().parameters().label()
        + ": "
        + step.checks().verdict()
        + values
        + step.checks().limitedBy().map(cause -> "; limited by " + cause.text()).orElse("")
        + reasons(step.checks());
  }

  /** The values of a step that are shown as soon as it has a verdict. */
  public static List<Metric> metrics(Plan plan) {
    return switch (plan.kind()) {
      case HTTP -> HTTP;
      case SUITE -> SUITE;
    };
  }

  private static String text(Plan plan, Metric metric, double value) {
    String text =
        metric.equals(Metrics.RUN_MS)
            ? Numbers.duration(value)
            : Numbers.of(value) + " " + metric.unit(plan.operation());
    return ", " + metric.label() + " " + text;
  }

  private static String reasons(Checks checks) {
    String reasons =
        checks.deciding().stream()
            .map(c -> c.verdict() == Verdict.FAIL ? c.name() + ": " + c.message() : c.name())
            .collect(Collectors.joining(", "));
    return reasons.isEmpty() ? "" : " (" + reasons + ")";
  }
}
