package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Work;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An outcome of a cell other than completed.
 *
 * @param trials that had it, of all that were tried
 * @param predictedMs how long a run takes at least, where that is known
 */
record OutcomeData(
    String subject,
    String cell,
    String outcome,
    boolean wasRun,
    Optional<String> reason,
    Optional<Double> predictedMs,
    String formula,
    int trials,
    int tried) {

  private static final double MILLI = 1e3;

  static List<OutcomeData> of(Run run) {
    return run.cells().stream().flatMap(cell -> of(cell, run.steps(cell))).toList();
  }

  private static Stream<OutcomeData> of(Cell cell, List<Step> steps) {
    List<Work> tried = steps.stream().flatMap(step -> step.work().stream()).toList();
    Map<Work.Outcome, List<Work>> byOutcome = new EnumMap<>(Work.Outcome.class);
    tried.stream()
        .filter(work -> work.outcome() != Work.Outcome.COMPLETED)
        .forEach(work ->
            byOutcome.computeIfAbsent(work.outcome(), outcome -> new ArrayList<>()).add(work));
    return byOutcome.values().stream()
        .map(alike -> of(cell, alike.getFirst(), alike.size(), tried.size()));
  }

  private static OutcomeData of(Cell cell, Work work, int trials, int tried) {
    return new OutcomeData(
        cell.subject(),
        cell.parameters().text(),
        work.outcome().id(),
        work.outcome().wasRun(),
        work.reason(),
        work.prediction().seconds().map(seconds -> Metric.rounded(seconds * MILLI)),
        work.prediction().formula(),
        trials,
        tried);
  }
}
