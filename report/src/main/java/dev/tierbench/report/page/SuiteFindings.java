package dev.tierbench.report.page;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Numbers;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.SuitePlan;
import dev.tierbench.run.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run of a suite says, in three sentences made of its values: who is fastest, what the bound
 * explains, and what was not completed.
 */
record SuiteFindings(Run run, List<Comparison> pairs) {

  /** Up to this share of its bound, the bound explains the time of a run. */
  private static final double EXPLAINED = 1.1;

  static KeyFindings of(Run run, List<Comparison> pairs) {
    SuiteFindings findings = new SuiteFindings(run, pairs);
    return new KeyFindings(
        List.of(findings.fastest(), findings.bounds(), findings.notCompleted()),
        List.of(),
        run.steps().stream()
            .collect(
                Collectors.groupingBy(
                    (Step step) -> step.state().label(), TreeMap::new, Collectors.counting())));
  }

  /** Of each case the size that most implementations have a value at, of those the largest. */
  private String fastest() {
    Map<String, Ranking> byCase = new LinkedHashMap<>();
    List<Parameters> cells = run.parameters();
    for (Ranking ranking : Ranking.of(run, pairs)) {
      byCase.merge(
          cells.get(ranking.level()).values().getOrDefault(SuitePlan.CASE, ""),
          ranking,
          (one, other) -> other.places().size() >= one.places().size() ? other : one);
    }
    return byCase.isEmpty()
        ? "No cell of this run has a valid value, so it says nothing about any implementation."
        : byCase.values().stream()
                .map(ranking -> fastest(ranking, cells.get(ranking.level())))
                .collect(Collectors.joining("; "))
            + ".";
  }

  private String fastest(Ranking ranking, Parameters at) {
    Ranking.Place first = ranking.places().getFirst();
    String head =
        at.label() + ": " + first.subject() + " takes " + Numbers.of(first.ms()) + " ms a run";
    if (ranking.places().size() == 1) {
      return head;
    }
    Ranking.Place second = ranking.places().get(1);
    boolean apart = Ranking.differ(run, first.subject(), second.subject(), at, pairs);
    return head
        + ", "
        + second.subject()
        + " "
        + Numbers.factor(second.timesBest())
        + " ("
        + (apart ? "beyond the scatter of the trials" : "no verdict between the two")
        + ")";
  }

  private String bounds() {
    List<Double> shares =
        run.steps().stream()
            .filter(Step::isValid)
            .flatMap(step -> step.value(Metrics.TIMES_BOUND).stream())
            .toList();
    if (shares.isEmpty()) {
      return "Nothing bounds the time of these cells from below.";
    }
    long explained = shares.stream().filter(share -> share <= EXPLAINED).count();
    return String.format(
        Locale.ROOT,
        "In %d of %d measured cells with a bound, waits and size of the pool explain the time of a"
            + " run (up to 110 %% of the bound); the farthest takes %s of its bound.",
        explained,
        shares.size(),
        Numbers.factor(shares.stream().max(Comparator.naturalOrder()).orElseThrow()));
  }

  private String notCompleted() {
    Map<Work.Outcome, List<String>> cells = new TreeMap<>();
    for (Step step : run.steps()) {
      step.work()
          .filter(work -> work.outcome() != Work.Outcome.COMPLETED)
          .ifPresent(work ->
              cells
                  .computeIfAbsent(work.outcome(), outcome -> new ArrayList<>())
                  .add(step.subject() + " at " + step.parameters().label()));
    }
    long failed = KeyFindings.failed(run.steps());
    String counts =
        cells.entrySet().stream()
            .map(
                entry -> description(entry.getKey(), entry.getValue().stream().distinct().toList()))
            .collect(Collectors.joining("; "));
    return (counts.isEmpty() ? "Every cell was completed" : counts)
        + (failed == 0
            ? "; no cell failed its checks."
            : String.format(Locale.ROOT, "; %d cells failed and count nowhere.", failed));
  }

  private static String description(Work.Outcome outcome, List<String> cells) {
    String all = outcome.label() + ": " + cells.size() + (cells.size() == 1 ? " cell" : " cells");
    return outcome.wasRun() ? all + " (" + String.join(", ", cells) + ")" : all;
  }
}
