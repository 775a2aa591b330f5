package dev.tierbench.report.page;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.record.Checks;
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
   * @param overheadThroughputPercent by how much tracing lowered throughput
   * @param overheadCpuPercent by how much it raised CPU per request
   */
  record StepData(
      String trial,
      String server,
      String cell,
      String state,
      String stateLabel,
      Optional<String> limitedBy,
      List<Checks.Check> checks,
      Optional<Double> overheadThroughputPercent,
      Optional<Double> overheadCpuPercent) {}

  static ValidityData of(Run run) {
    List<Step> steps = run.steps();
    return new ValidityData(
        steps.stream().flatMap(s -> s.checks().stream()).map(Checks::rules).distinct().toList(),
        steps.stream().map(ValidityData::step).toList());
  }

  private static StepData step(Step step) {
    return new StepData(
        step.trial(),
        step.subject(),
        step.parameters().text(),
        step.state().id(),
        step.state().label(),
        step.checks().flatMap(Checks::limitedBy).map(Checks.LimitedBy::text),
        step.checkList(),
        step.value(Metrics.THROUGHPUT_OVERHEAD),
        step.value(Metrics.CPU_OVERHEAD));
  }
}
