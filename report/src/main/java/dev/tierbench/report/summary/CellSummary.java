package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.report.metric.Baseline;
import dev.tierbench.report.metric.LimitCauses;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One line of a summary: a cell over its valid trials, or one step that failed, by itself.
 *
 * @param steps the valid trials, or the failed one
 * @param trials of the cell, as {@link ValidTrials#tried}
 */
record CellSummary(Cell cell, List<Step> steps, boolean valid, long trials) {

  /** Lines by cell, subjects in the order of the plan, failed steps after the valid ones. */
  static List<CellSummary> of(Run run) {
    List<CellSummary> lines = new ArrayList<>();
    for (Cell cell : run.cells()) {
      List<Step> steps = run.steps(cell);
      int trials = ValidTrials.of(steps).tried();
      List<Step> tried = steps.stream().filter(step -> step.state() != StepState.MISSING).toList();
      List<Step> valid = tried.stream().filter(Step::isValid).toList();
      if (!valid.isEmpty()) {
        lines.add(new CellSummary(cell, valid, true, trials));
      }
      tried.stream()
          .filter(step -> step.state() == StepState.NOT_MEASURED)
          .findFirst()
          .ifPresent(step -> lines.add(new CellSummary(cell, List.of(step), false, tried.size())));
      tried.stream()
          .filter(step -> !step.isValid() && step.state() != StepState.NOT_MEASURED)
          .forEach(step -> lines.add(new CellSummary(cell, List.of(step), false, trials)));
    }
    return lines;
  }

  /** The median of the valid trials, or the value of the failed step. */
  Optional<Double> value(Metric metric) {
    return sample(metric).middle();
  }

  /** Least and most of the valid trials. */
  Sample sample(Metric metric) {
    return valid
        ? Samples.of(steps, step -> step.value(metric))
        : new Sample(steps.getFirst().value(metric).stream().toList());
  }

  /** The worst of the valid trials; of a step that does not count FAIL, or why it does not. */
  String verdict() {
    Verdict worst =
        steps.stream()
            .flatMap(step -> step.checks().stream())
            .map(Checks::verdict)
            .reduce(Verdict.PASS, Verdict::and);
    if (notMeasured()) {
      return steps.getFirst().work().orElseThrow().outcome().id();
    }
    return valid || worst == Verdict.FAIL ? worst.name() : steps.getFirst().state().label();
  }

  /** What kept the steps from more throughput, each cause once. */
  String limitedBy() {
    return LimitCauses.of(steps).stream()
        .map(Checks.LimitedBy::what)
        .distinct()
        .collect(Collectors.joining(" / "));
  }

  /** Which trial failed; empty for a line of valid ones. */
  Optional<String> failedTrial() {
    return valid || notMeasured() ? Optional.empty() : Optional.of(steps.getFirst().trial());
  }

  /** Why a step is not valid. */
  Optional<String> reason() {
    return valid ? Optional.empty() : Optional.of(reason(steps.getFirst()));
  }

  /** How many trials the values are of. */
  int counted() {
    return valid ? steps.size() : 0;
  }

  /** The time of a run over that of the baseline. */
  Optional<Double> times(Baseline baseline) {
    return valid ? baseline.times(cell) : Optional.empty();
  }

  /** What the cell came to, in words; empty of a sweep. */
  String outcome() {
    return steps.getFirst().work().map(CellSummary::outcome).orElse("");
  }

  private static String outcome(Work work) {
    return switch (work.outcome()) {
      case COMPLETED -> work.outcome().id();
      case PREDICTED ->
          "predicted "
              + work.prediction().seconds().map(Numbers::of).orElse(Numbers.NOT_MEASURED)
              + " s: "
              + work.prediction().formula();
      case CRASHED, OUT_OF_MEMORY, REJECTED, TIMED_OUT, KILLED, REFUSED ->
          work.outcome().id()
              + work.prediction()
                  .outcome()
                  .filter(work.outcome()::equals)
                  .map(any -> ", as predicted")
                  .orElse("")
              + work.reason().map(why -> ": " + why).orElse("");
    };
  }

  /** Whether the cell was not run or ended as predicted, which is no failure. */
  boolean notMeasured() {
    return !valid && steps.getFirst().state() == StepState.NOT_MEASURED;
  }

  private static String reason(Step step) {
    Optional<String> outcome = step.work().flatMap(Work::reason);
    if (outcome.isPresent()) {
      return outcome.get();
    }
    String failed =
        step.checkList().stream()
            .filter(check -> check.verdict() == Verdict.FAIL)
            .map(check -> check.name() + ": " + check.message())
            .collect(Collectors.joining("; "));
    return failed.isEmpty() ? step.state().label() : failed;
  }
}
