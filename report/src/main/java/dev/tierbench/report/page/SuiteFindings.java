package dev.tierbench.report.page;

import dev.tierbench.metrics.Bounds;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.plan.Plan;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The findings of a run of a suite, in three sentences: who is fastest in each case, what the
 * bounds explain, and which cells have no value.
 */
record SuiteFindings(Run run, List<Ranking> rankings, List<OutcomeData> outcomes) {

  static final List<String> TOPICS =
      List.of("Who is fastest", "What the bound explains", "No value");

  private static final int MOST_NAMES = 6;

  /** A cell that has a bound, and a value beside it. */
  private record Bounded(Cell cell, double value) {}

  List<String> sentences() {
    return List.of(fastest(), waits() + control(), ends());
  }

  /** Fastest implementation of each case, at the largest size at which most have a valid trial. */
  private String fastest() {
    Map<String, Ranking> largest = new LinkedHashMap<>();
    for (Parameters at : run.parameters()) {
      rankings.stream()
          .filter(ranking -> ranking.cell().equals(at.text()) && !isControl(at))
          .findFirst()
          .ifPresent(ranking ->
              largest.merge(
                  at.besides(run.axis(at)),
                  ranking,
                  (one, other) -> other.places().size() >= one.places().size() ? other : one));
    }
    return largest.isEmpty()
        ? "No step of this run is valid, so it says nothing about any implementation."
        : largest.values().stream()
            .map(SuiteFindings::fastest)
            .collect(Collectors.joining("; ", "", "."));
  }

  private static String fastest(Ranking ranking) {
    Ranking.Place best = ranking.places().getFirst();
    String time =
        "%s: %s takes %s a run"
            .formatted(ranking.heading(), best.marked(), Numbers.duration(best.ms()));
    if (ranking.places().size() == 1) {
      return time + ", and no other has a value";
    }
    Ranking.Place next = ranking.places().get(ranking.first().size() % ranking.places().size());
    if (!ranking.decided()) {
      Ranking.Place second = ranking.places().get(1);
      return time + ", " + second.marked() + " " + factor(second) + " (one trial: no verdict)";
    }
    if (ranking.first().size() == 1) {
      return time + ", the next, " + next.marked() + ", " + factor(next) + " (worse)";
    }
    String tied = names(ranking.first().stream().skip(1).map(Ranking.Place::marked).toList());
    return time
        + ", not told apart from "
        + tied
        + (next.rank() == 1
            ? ""
            : "; after them " + next.marked() + ", " + factor(next) + " (worse)");
  }

  private static String factor(Ranking.Place place) {
    return Numbers.factor(place.times());
  }

  private static String names(List<String> all) {
    return String.join(", ", all.subList(0, Math.min(MOST_NAMES, all.size())))
        + (all.size() > MOST_NAMES ? " and " + (all.size() - MOST_NAMES) + " more" : "");
  }

  private Stream<Bounded> bounded(Metric metric) {
    return run.cells().stream()
        .filter(cell -> !cell.subject().endsWith(Plan.AA_CONTROL))
        .flatMap(cell ->
            Samples.of(run, cell, metric).middle().stream().map(value -> new Bounded(cell, value)));
  }

  /** What the host adds to a short wait, where a control was measured. */
  private String control() {
    return bounded(Metrics.OVER_BOUND)
        .filter(over -> isControl(over.cell().parameters()))
        .findFirst()
        .map(over ->
            (" The control (%s, %s) takes %s µs per %s over its bound: the timer of this host adds"
                    + " so much to each short wait.")
                .formatted(
                    Words.of(run).heading(over.cell().parameters()),
                    over.cell().subject(),
                    Numbers.of(over.value()),
                    run.operation()))
        .orElse("");
  }

  private boolean isControl(Parameters at) {
    return run.suitePlan()
        .flatMap(plan -> Optional.ofNullable(plan.caseOf(at)))
        .flatMap(SuiteDescriptor.Case::control)
        .isPresent();
  }

  private String waits() {
    List<Bounded> bounded = bounded(Metrics.TIMES_BOUND).toList();
    if (bounded.isEmpty()) {
      return "No waits and no pool bound the time of any cell that was measured.";
    }
    long explained = bounded.stream().filter(each -> each.value() <= Bounds.EXPLAINED).count();
    Bounded farthest =
        bounded.stream().max(Comparator.comparingDouble(Bounded::value)).orElseThrow();
    String rest =
        "; the farthest from it is %s at %s with %s of it."
            .formatted(
                farthest.cell().subject(),
                Words.of(run).heading(farthest.cell().parameters()),
                Numbers.factor(farthest.value()));
    return ("Of %d cells that their waits and pools bound, %d take at most 10 %% longer than the"
                + " bound, which explains their time")
            .formatted(bounded.size(), explained)
        + (explained == bounded.size() ? "." : rest);
  }

  private String ends() {
    Map<String, List<OutcomeData>> byOutcome =
        outcomes.stream()
            // What is too long for more than one trial has its value from that.
            .filter(outcome -> outcome.wasRun() || outcome.trials() == outcome.tried())
            .collect(
                Collectors.groupingBy(
                    SuiteFindings::outcome, LinkedHashMap::new, Collectors.toList()));
    String ended =
        byOutcome.entrySet().stream()
            .map(each -> each.getKey() + ": " + cells(each.getValue()))
            .collect(Collectors.joining("; "));
    String count = KeyFindings.failed(run.steps());
    return (ended.isEmpty() ? "every cell that was tried completed" : ended) + "; " + count + ".";
  }

  private static String outcome(OutcomeData data) {
    return data.trials() == data.tried()
        ? data.outcome()
        : data.outcome() + " in " + data.trials() + " of " + data.tried() + " trials";
  }

  /** {@code parallel, fixed-20 (3 cells)}. */
  private static String cells(List<OutcomeData> alike) {
    List<String> subjects = alike.stream().map(OutcomeData::subject).distinct().toList();
    return names(subjects) + " (" + alike.size() + (alike.size() == 1 ? " cell)" : " cells)");
  }
}
