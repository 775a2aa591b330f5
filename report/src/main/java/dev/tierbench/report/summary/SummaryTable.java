package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Numbers;
import dev.tierbench.run.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The main values of each cell. */
final class SummaryTable {

  /** A metric under a head that is short enough for a terminal. */
  private record Column(String head, Metric metric) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("req/s", Metrics.THROUGHPUT),
          new Column("mean ms", Metrics.MEAN),
          new Column("p50 ms", Metrics.P50),
          new Column("p99 ms", Metrics.P99),
          new Column("cores used", Metrics.get("server_cores_used")),
          new Column("CPU µs/req", Metrics.CPU),
          new Column("switches/req", Metrics.SWITCHES),
          new Column("futex/req", Metrics.FUTEX),
          new Column("syscalls/req", Metrics.SYSCALLS),
          new Column("overhead %", Metrics.THROUGHPUT_OVERHEAD),
          new Column("failed", Metrics.get("requests_failed")));

  private SummaryTable() {}

  static TextTable of(Run run, List<CellSummary> lines) {
    List<Column> shown =
        COLUMNS.stream().filter(column -> column.metric().kinds().contains(run.kind())).toList();
    List<String> head =
        Stream.of(
                Stream.of(run.axis(), "server"),
                shown.stream().map(Column::head),
                Stream.of("trials", "verdict"))
            .flatMap(part -> part)
            .toList();
    return new TextTable(head, lines.stream().map(line -> row(line, shown)).toList());
  }

  private static List<String> row(CellSummary line, List<Column> shown) {
    List<String> row = new ArrayList<>();
    row.add(line.cell().parameters().label());
    row.add(line.cell().subject());
    shown.forEach(column -> row.add(Numbers.of(line.value(column.metric()))));
    row.add(line.failedTrial().orElse(line.steps().size() + " of " + line.trials()));
    row.add(line.verdict());
    return row;
  }
}
