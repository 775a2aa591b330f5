package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Baseline;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Kind;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.List;

/** The main values of each cell. */
final class SummaryTable {

  /** A metric under a head that is short enough for a terminal; {@code op} is the operation. */
  private record Column(String head, Metric metric) {}

  private static final List<Column> HTTP =
      List.of(
          new Column("req/s", Metrics.THROUGHPUT),
          new Column("mean ms", Metrics.MEAN),
          new Column("p50 ms", Metrics.P50),
          new Column("p99 ms", Metrics.P99),
          new Column("cores used", Metrics.get("server_cores_used")),
          new Column("CPU µs/op", Metrics.CPU),
          new Column("switches/op", Metrics.SWITCHES),
          new Column("futex/op", Metrics.FUTEX),
          new Column("syscalls/op", Metrics.SYSCALLS),
          new Column("overhead %", Metrics.THROUGHPUT_OVERHEAD),
          new Column("failed", Metrics.get("requests_failed")));

  private static final List<Column> SUITE =
      List.of(
          new Column("a run", Metrics.RUN_MS),
          new Column("× bound", Metrics.TIMES_BOUND),
          new Column("CPU µs/op", Metrics.CPU),
          new Column("B/op", Metrics.ALLOCATION),
          new Column("RSS MiB", Metrics.RSS_PEAK),
          new Column("threads", Metrics.get("threads_peak")),
          new Column("switches/op", Metrics.SWITCHES),
          new Column("futex/op", Metrics.FUTEX),
          new Column("syscalls/op", Metrics.SYSCALLS));

  private SummaryTable() {}

  static TextTable of(Run run, List<CellSummary> lines) {
    Words words = Words.of(run);
    List<SummaryColumn> columns = new ArrayList<>();
    columns.add(new SummaryColumn(words.cell(), line -> line.cell().parameters().label()));
    columns.add(new SummaryColumn(words.subject(), line -> line.cell().subject()));
    for (Column column : columns(run.kind())) {
      String head = column.head().replaceAll("\\bop\\b", words.unit());
      columns.add(new SummaryColumn(head, line -> text(line, column.metric())));
    }
    if (run.kind() == Kind.SUITE) {
      Baseline baseline = Baseline.of(run);
      columns.add(
          new SummaryColumn("× " + baseline.subject(), line -> Numbers.of(line.times(baseline))));
    }
    columns.add(
        new SummaryColumn(
            "trials", line -> line.failedTrial().orElse(line.counted() + " of " + line.trials())));
    columns.add(new SummaryColumn("verdict", CellSummary::verdict));
    columns.add(
        switch (run.kind()) {
          case HTTP -> new SummaryColumn("limited by", line -> TerminalText.line(line.limitedBy()));
          case SUITE -> new SummaryColumn("outcome", line -> TerminalText.line(line.outcome()));
        });
    return SummaryColumn.table(columns, lines);
  }

  private static List<Column> columns(Kind kind) {
    return switch (kind) {
      case HTTP -> HTTP;
      case SUITE -> SUITE;
    };
  }

  /** Times of runs are from nanoseconds to minutes. */
  private static String text(CellSummary line, Metric metric) {
    return metric.equals(Metrics.RUN_MS)
        ? line.value(metric).map(Numbers::duration).orElse(Numbers.NOT_MEASURED)
        : Numbers.of(line.value(metric));
  }
}
