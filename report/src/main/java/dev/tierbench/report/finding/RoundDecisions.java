package dev.tierbench.report.finding;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Reach;
import dev.tierbench.report.stats.WindowScatter;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.protocol.Decisions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether the rounds of a run decide what it compares; an A/A control is no part of that. */
public final class RoundDecisions {
  private RoundDecisions() {}

  /**
   * What is decided by the rows of some metrics, every server against every other.
   *
   * @throws IllegalArgumentException when the rounds of the run do not end by what they decide
   */
  public static Decisions of(Run run) {
    RoundPlan.Until until =
        run.manifest()
            .until()
            .orElseThrow(
                () -> new IllegalArgumentException(run.name() + " has no rounds until decided"));
    Map<String, Metric> wanted = byTitle(run, until.metrics());
    int rows = 0;
    int oneSided = 0;
    List<Decisions.Open> open = new ArrayList<>();
    for (Comparison pair : RunAnalysis.of(run).comparisons()) {
      if (pair.isOfControl()) {
        continue;
      }
      for (Row row : pair.rows()) {
        Optional<Metric> metric = Optional.ofNullable(wanted.get(row.key().metric()));
        if (metric.isPresent() && row.result().conclusion() == Conclusion.NOT_MEASURED) {
          oneSided++;
        } else if (metric.isPresent()) {
          rows++;
          if (isOpen(row.result())) {
            open.add(open(pair, row, metric.get()));
          }
        }
      }
      List<Decisions.Open> missing = missing(pair, wanted.keySet());
      rows += missing.size();
      open.addAll(missing);
    }
    return new Decisions(rows, oneSided, open);
  }

  /** The metrics of these ids by how rows name them, in the order of the rows. */
  private static Map<String, Metric> byTitle(Run run, List<String> ids) {
    Map<String, Metric> byTitle = new LinkedHashMap<>();
    Metrics.main(run.kind()).stream()
        .filter(metric -> ids.contains(metric.id()))
        .forEach(metric -> byTitle.put(metric.title(run.operation()), metric));
    return byTitle;
  }

  /**
   * Rows of cells that have no valid step of both yet, also those of what only one server has: a
   * later round may. A metric that valid steps have no value of has none in later ones either.
   */
  private static List<Decisions.Open> missing(Comparison pair, Set<String> titles) {
    return pair.missingRows().stream()
        .filter(missing -> missing.metric().isEmpty())
        .flatMap(missing -> titles.stream().map(missing::rowOf))
        .map(row -> new Decisions.Open(row, Optional.empty(), Optional.empty(), Optional.empty()))
        .toList();
  }

  /** More rounds do not mend what the hosts may explain. */
  private static boolean isOpen(DifferenceResult result) {
    return result.conclusion() == Conclusion.ONE_TRIAL
        || (result.conclusion() == Conclusion.INCONCLUSIVE && result.reason().isEmpty());
  }

  private static Decisions.Open open(Comparison pair, Row row, Metric metric) {
    Parameters cell = row.key().parameters().orElseThrow();
    return new Decisions.Open(
        row.key().metric() + " of " + row.key().label(),
        row.result().reach().flatMap(Reach::leastTold),
        row.result().reach().map(Reach::toDecide),
        WindowScatter.of(
            Samples.windows(stepsAt(pair.a().run(), cell), stepsAt(pair.b().run(), cell), metric)));
  }

  private static List<Step> stepsAt(Run side, Parameters cell) {
    return side.steps().stream().filter(step -> step.cell().parameters().equals(cell)).toList();
  }
}
