package dev.tierbench.report.finding;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.compare.Side;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Reach;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.protocol.Decisions;
import java.util.List;
import java.util.stream.Stream;

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
    List<String> titles =
        Metrics.main(run.kind()).stream()
            .filter(metric -> until.metrics().contains(metric.id()))
            .map(metric -> metric.title(run.operation()))
            .toList();
    List<Row> rows =
        RunAnalysis.of(run).comparisons().stream()
            .filter(pair -> Stream.of(pair.a(), pair.b()).noneMatch(RoundDecisions::isControl))
            .map(Comparison::rows)
            .flatMap(List::stream)
            .filter(row -> titles.contains(row.key().metric()))
            .filter(row -> row.result().conclusion() != Conclusion.NOT_MEASURED)
            .toList();
    return new Decisions(
        rows.size(),
        rows.stream().filter(row -> isOpen(row.result())).map(RoundDecisions::open).toList());
  }

  private static boolean isControl(Side side) {
    return side.text().endsWith(Plan.AA_CONTROL);
  }

  /** More rounds do not mend what the hosts may explain. */
  private static boolean isOpen(DifferenceResult result) {
    return result.conclusion() == Conclusion.ONE_TRIAL
        || (result.conclusion() == Conclusion.INCONCLUSIVE && result.reason().isEmpty());
  }

  private static Decisions.Open open(Row row) {
    return new Decisions.Open(
        row.key().metric() + " of " + row.key().label(),
        row.result().reach().flatMap(Reach::leastTold),
        row.result().reach().map(Reach::toDecide));
  }
}
