package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Baseline;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code summary.csv}: a line for each cell and each failed step, a column for each metric. */
final class SummaryCsv {
  private SummaryCsv() {}

  static String of(Run run, List<CellSummary> lines) {
    return SummaryColumn.csv(columns(run, lines), lines);
  }

  /** Columns of all metrics, and the least and the most of the valid trials of the main ones. */
  private static List<SummaryColumn> columns(Run run, List<CellSummary> lines) {
    List<SummaryColumn> columns = new ArrayList<>();
    columns.add(new SummaryColumn("subject", line -> line.cell().subject()));
    lines.stream()
        .flatMap(line -> line.cell().parameters().values().keySet().stream())
        .distinct()
        .sorted()
        .forEach(name ->
            columns.add(
                new SummaryColumn(
                    name, line -> line.cell().parameters().values().getOrDefault(name, ""))));
    columns.add(new SummaryColumn("verdict", CellSummary::verdict));
    columns.add(new SummaryColumn("valid_trials", line -> String.valueOf(line.counted())));
    columns.add(new SummaryColumn("trials", line -> String.valueOf(line.trials())));
    columns.add(new SummaryColumn("trial", line -> line.failedTrial().orElse("")));
    for (Metric metric : Metrics.of(run.kind())) {
      columns.add(new SummaryColumn(metric.id(), line -> text(line.value(metric))));
    }
    for (Metric metric : Metrics.main(run.kind())) {
      columns.add(
          new SummaryColumn(metric.id() + "_min", line -> text(line.sample(metric).least())));
      columns.add(
          new SummaryColumn(metric.id() + "_max", line -> text(line.sample(metric).most())));
    }
    columns.add(new SummaryColumn("reason", line -> line.reason().orElse("")));
    if (run.view().isOfCases()) {
      Baseline baseline = Baseline.of(run);
      columns.add(
          new SummaryColumn(
              "times_baseline", line -> text(line.times(baseline).map(Metric::rounded))));
      columns.add(new SummaryColumn("outcome", CellSummary::outcome));
    } else {
      columns.add(new SummaryColumn("limited_by", CellSummary::limitedBy));
    }
    return columns;
  }

  /** The value with as many digits as it is stored with. */
  private static String text(Optional<Double> value) {
    return value
        .map(number -> BigDecimal.valueOf(number).stripTrailingZeros().toPlainString())
        .orElse("");
  }
}
