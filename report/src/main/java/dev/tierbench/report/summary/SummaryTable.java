package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.ReadProblems;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Baseline;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Kind;
import dev.tierbench.run.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  private static final String LIMITED_BY = "limited by";

  private SummaryTable() {}

  static TextTable of(Run run, List<CellSummary> lines) {
    List<Column> columns =
        switch (run.kind()) {
          case HTTP -> HTTP;
          case SUITE -> SUITE;
        };
    Optional<Baseline> baseline =
        Optional.of(run).filter(of -> of.kind() == Kind.SUITE).map(Baseline::of);
    Words words = Words.of(run);
    List<String> head =
        Stream.of(
                Stream.of(words.cell(), words.subject()),
                columns.stream().map(column -> column.head().replaceAll("\\bop\\b", words.unit())),
                baseline.stream().map(of -> "× " + of.subject()),
                Stream.of("trials", "verdict"),
                Stream.of(LIMITED_BY).filter(of -> run.kind() == Kind.HTTP),
                baseline.stream().map(of -> "outcome"))
            .flatMap(part -> part)
            .toList();
    return new TextTable(head, lines.stream().map(line -> row(line, columns, baseline)).toList());
  }

  /** Times of runs are from nanoseconds to minutes. */
  private static String text(CellSummary line, Metric metric) {
    return metric.equals(Metrics.RUN_MS)
        ? line.value(metric).map(Numbers::duration).orElse(Numbers.NOT_MEASURED)
        : Numbers.of(line.value(metric));
  }

  private static List<String> row(
      CellSummary line, List<Column> shown, Optional<Baseline> baseline) {
    List<String> row = new ArrayList<>();
    row.add(line.cell().parameters().label());
    row.add(line.cell().subject());
    shown.forEach(column -> row.add(text(line, column.metric())));
    baseline.ifPresent(of -> row.add(Numbers.of(line.times(of))));
    row.add(line.failedTrial().orElse(line.counted() + " of " + line.trials()));
    row.add(line.verdict());
    if (baseline.isEmpty()) {
      row.add(ReadProblems.oneLine(line.limitedBy()));
    }
    baseline.ifPresent(of -> row.add(ReadProblems.oneLine(line.outcome())));
    return row;
  }
}
