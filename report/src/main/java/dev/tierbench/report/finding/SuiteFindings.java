package dev.tierbench.report.finding;

import dev.tierbench.metrics.Bounds;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.finding.Finding.Entry;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The findings of a suite: who is fastest in each case, what the bounds explain, and which cells
 * have no value.
 */
record SuiteFindings(Run run, List<PairVerdict> verdicts) {

  /** How many of those that share the first rank are named. */
  private static final int MOST_NAMES = 7;

  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    List<Parameters> cases = List.copyOf(largest().values());
    cases.forEach(
        at -> findings.add(Finding.at("Who is fastest", run, Optional.of(at), this::fastest)));
    if (cases.isEmpty()) {
      findings.add(new Finding("Who is fastest", Finding.NOTHING, List.of()));
    }
    findings.addAll(bounds());
    findings.add(outcomes());
    return findings;
  }

  /** The size of each case at which the most have a valid trial, the largest of several. */
  private Map<String, Parameters> largest() {
    return run.parameters().stream()
        .filter(at -> !isControl(at) && !ranking(at).places().isEmpty())
        .collect(
            Collectors.toMap(
                at -> at.besides(run.axis(at)),
                at -> at,
                (one, other) ->
                    ranking(other).places().size() >= ranking(one).places().size() ? other : one,
                LinkedHashMap::new));
  }

  private Ranking ranking(Parameters at) {
    return Ranking.of(run, Ranking.implementations(run), at, Metrics.RUN_MS, verdicts);
  }

  /** Places that share the first rank, and the next; with one trial the first two. */
  private List<Entry> fastest(Parameters at) {
    Ranking ranking = ranking(at);
    int places = ranking.places().size();
    int tied = (int) ranking.places().stream().filter(place -> place.rank() == 1).count();
    int first = ranking.decided() ? tied : Math.min(2, places);
    int named = Math.min(first, MOST_NAMES);
    List<Entry> all = ranking.entries(run, at, List.of(Metrics.RUN_MS), verdicts);
    List<Entry> entries = new ArrayList<>(all.subList(0, named));
    if (named < first) {
      entries.add(new Entry("", (first - named) + " more are not told apart from the first"));
    }
    if (ranking.decided()) {
      entries.addAll(all.subList(tied, Math.min(tied + 1, places)));
    }
    if (places == 1) {
      entries.add(new Entry("", "no other has a value"));
    }
    return entries;
  }

  /** How many bounds explain the time, the cell that is farthest from its own, and the control. */
  private List<Finding> bounds() {
    List<Cell> bounded = measured(Metrics.TIMES_BOUND).toList();
    List<Cell> beyond =
        bounded.stream().filter(cell -> timesBound(cell) > Bounds.EXPLAINED).toList();
    String count =
        bounded.isEmpty()
            ? "No waits and no pool bound the time of any cell that was measured"
            : ("Of %d cells that their waits and pools bound, %d take at most 10 %% longer than the"
                    + " bound, which explains their time")
                .formatted(bounded.size(), bounded.size() - beyond.size());
    return Stream.of(
            Stream.of(new Finding("What the bound explains", count, List.of())),
            beyond.stream()
                .max(Comparator.comparingDouble(this::timesBound))
                .map(cell -> of("Farthest from its bound", cell, Metrics.TIMES_BOUND))
                .stream(),
            measured(Metrics.OVER_BOUND)
                .filter(cell -> isControl(cell.parameters()))
                .limit(1)
                .map(cell -> of("What the timer of this host adds", cell, Metrics.OVER_BOUND)))
        .flatMap(findings -> findings)
        .toList();
  }

  private Finding of(String topic, Cell cell, Metric metric) {
    return Finding.at(
        topic,
        run,
        Optional.of(cell.parameters()),
        at -> List.of(Entry.of(run, cell, List.of(metric), Optional.empty())));
  }

  private double timesBound(Cell cell) {
    return Samples.of(run, cell, Metrics.TIMES_BOUND).median();
  }

  private Stream<Cell> measured(Metric metric) {
    return run.cells().stream()
        .filter(cell -> !Plan.isControl(cell.subject()))
        .filter(cell -> !Samples.of(run, cell, metric).isEmpty());
  }

  private boolean isControl(Parameters at) {
    return run.suitePlan()
        .flatMap(plan -> Optional.ofNullable(plan.caseOf(at)))
        .flatMap(SuiteDescriptor.Case::control)
        .isPresent();
  }

  /** Cells that have no value from any trial, or an end besides it. */
  private Finding outcomes() {
    List<Entry> entries = new ArrayList<>();
    OutcomeData.of(run).stream()
        // What is too long for more than one trial has its value from that.
        .filter(data -> data.wasRun() || data.trials() == data.tried())
        .map(data -> new Entry(data.subject(), data.inTrials()))
        .forEach(entries::add);
    if (entries.isEmpty()) {
      entries.add(new Entry("", "every cell that was tried completed"));
    }
    entries.add(new Entry("", KeyFindings.failed(run.steps())));
    return new Finding("No value", "", entries);
  }
}
