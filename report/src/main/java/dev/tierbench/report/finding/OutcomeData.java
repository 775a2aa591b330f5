package dev.tierbench.report.finding;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Cell;
import dev.tierbench.run.record.Work;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An outcome of a cell other than completed.
 *
 * @param trials that had it, of all that were tried
 * @param predictedMs how long a run was predicted to take, where that is known
 */
public record OutcomeData(
    String subject,
    String cell,
    String outcome,
    boolean wasRun,
    Optional<String> reason,
    Optional<Double> predictedMs,
    String formula,
    int trials,
    int tried) {

  public static List<OutcomeData> of(Run run) {
    return run.cells().stream().flatMap(cell -> of(cell, run.steps(cell))).toList();
  }

  private static Stream<OutcomeData> of(Cell cell, List<Step> steps) {
    List<Work> tried = steps.stream().flatMap(step -> step.work().stream()).toList();
    return tried.stream()
        .filter(work -> work.outcome() != Work.Outcome.COMPLETED)
        .collect(Collectors.groupingBy(Work::outcome, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(alike -> of(cell, alike.getFirst(), alike.size(), tried.size()));
  }

  private static OutcomeData of(Cell cell, Work work, int trials, int tried) {
    return new OutcomeData(
        cell.subject(),
        cell.parameters().text(),
        work.outcome().id(),
        work.outcome().wasRun(),
        work.reason(),
        work.prediction().seconds().map(seconds -> Metric.rounded(seconds * MILLIS_PER_SECOND)),
        work.prediction().formula(),
        trials,
        tried);
  }

  /** The outcome, and in how many trials where it was not in all of them. */
  String inTrials() {
    return trials == tried ? outcome : outcome + " in " + trials + " of " + tried + " trials";
  }
}
