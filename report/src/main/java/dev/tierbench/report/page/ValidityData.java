package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Metric;
import dev.tierbench.report.metric.StepFigures;
import dev.tierbench.run.Checks;
import dev.tierbench.run.LoadResult;
import java.util.List;
import java.util.Optional;

/**
 * Every check of every step, and what the tracer cost.
 *
 * @param rules the versions of the rules that judged the steps
 */
record ValidityData(List<String> rules, List<ValidityData.StepData> steps) {

  /**
   * One step.
   *
   * @param taxThroughput throughput of the counted phase over that of the clean one, less 1
   * @param taxCpu the same for CPU per request
   */
  record StepData(
      String trial,
      String server,
      int level,
      String state,
      String stateWords,
      List<Checks.Check> checks,
      Optional<Double> taxThroughput,
      Optional<Double> taxCpu) {}

  static ValidityData of(Run run) {
    List<Step> steps = run.steps();
    return new ValidityData(
        steps.stream().flatMap(s -> s.checks().stream()).map(Checks::rules).distinct().toList(),
        steps.stream().map(ValidityData::step).toList());
  }

  private static StepData step(Step step) {
    return new StepData(
        step.trial(),
        step.server(),
        step.level(),
        step.state().id(),
        step.state().words(),
        step.checks().map(Checks::checks).orElse(List.of()),
        change(
            step.clean().map(LoadResult.Phase::throughputRps),
            step.counted().map(LoadResult.Phase::throughputRps)),
        change(
            Metric.CPU.of(step), StepFigures.cpuUsPerRequest(step.countedTiers(), step.counted())));
  }

  private static Optional<Double> change(Optional<Double> before, Optional<Double> after) {
    return before.filter(value -> value > 0).flatMap(b -> after.map(a -> a / b - 1));
  }
}
