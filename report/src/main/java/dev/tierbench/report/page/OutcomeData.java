package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Work;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    List<OutcomeData> all = new ArrayList<>();
    for (Parameters at : run.parameters()) {
      for (String subject : run.subjects()) {
        all.addAll(of(subject, at, run.steps(new Cell(subject, at))));
      }
    }
    return all;
  }

  private static List<OutcomeData> of(String subject, Parameters at, List<Step> steps) {
    List<Work> tried = steps.stream().flatMap(step -> step.work().stream()).toList();
    Map<Work.Outcome, List<Work>> byOutcome = new EnumMap<>(Work.Outcome.class);
    tried.stream()
        .filter(work -> work.outcome() != Work.Outcome.COMPLETED)
        .forEach(work ->
            byOutcome.computeIfAbsent(work.outcome(), outcome -> new ArrayList<>()).add(work));
    return byOutcome.values().stream()
        .map(alike -> of(subject, at, alike.getFirst(), alike.size(), tried.size()))
        .toList();
  }

  private static OutcomeData of(String subject, Parameters at, Work work, int trials, int tried) {
    return new OutcomeData(
        subject,
        at.text(),
        work.outcome().label(),
        work.outcome().wasRun(),
        work.reason(),
        work.prediction().seconds().map(seconds -> Metric.rounded(seconds * MILLI)),
        work.prediction().formula(),
        trials,
        tried);
  }
}
