package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.KindView;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Baseline;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.List;

/** The main values of each cell. */
final class SummaryTable {

  private SummaryTable() {}

  static TextTable of(Run run, List<CellSummary> lines) {
    Words words = Words.of(run);
    List<SummaryColumn> columns = new ArrayList<>();
    columns.add(new SummaryColumn(words.cell(), line -> line.cell().parameters().label()));
    columns.add(new SummaryColumn(words.subject(), line -> line.cell().subject()));
    for (KindView.Column column : run.view().traits().summary()) {
      String head = column.head().replaceAll("\\bop\\b", words.unit());
      columns.add(new SummaryColumn(head, line -> text(line, column.metric())));
    }
    if (run.view().isOfCases()) {
      Baseline baseline = Baseline.of(run);
      columns.add(
          new SummaryColumn("× " + baseline.subject(), line -> Numbers.of(line.times(baseline))));
    }
    columns.add(
        new SummaryColumn(
            "trials", line -> line.failedTrial().orElse(line.counted() + " of " + line.trials())));
    columns.add(new SummaryColumn("verdict", CellSummary::verdict));
    columns.add(
        run.view().isOfCases()
            ? new SummaryColumn("outcome", line -> TerminalText.line(line.outcome()))
            : new SummaryColumn("limited by", line -> TerminalText.line(line.limitedBy())));
    return SummaryColumn.table(columns, lines);
  }

  /** Times of runs are from nanoseconds to minutes. */
  private static String text(CellSummary line, Metric metric) {
    return metric.equals(Metrics.RUN_MS)
        ? line.value(metric).map(Numbers::duration).orElse(Numbers.NOT_MEASURED)
        : Numbers.of(line.value(metric));
  }
}
