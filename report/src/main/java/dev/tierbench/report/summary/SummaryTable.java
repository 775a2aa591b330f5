package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Numbers;
import dev.tierbench.run.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The main values of each cell. */
final class SummaryTable {

  private static final List<Metric> SHOWN =
      List.of(
          Metrics.THROUGHPUT,
          Metrics.MEAN,
          Metrics.P50,
          Metrics.P99,
          Metrics.get("server_cores_used"),
          Metrics.CPU,
          Metrics.SWITCHES,
          Metrics.FUTEX,
          Metrics.SYSCALLS,
          Metrics.THROUGHPUT_OVERHEAD,
          Metrics.get("requests_failed"));

  private SummaryTable() {}

  static TextTable of(Run run, List<CellSummary> lines) {
    List<Metric> shown =
        SHOWN.stream().filter(metric -> metric.kinds().contains(run.kind())).toList();
    List<String> head =
        Stream.of(
                Stream.of(run.axis(), "server"),
                shown.stream().map(metric -> metric.title(run.kind())),
                Stream.of("trials", "verdict"))
            .flatMap(part -> part)
            .toList();
    return new TextTable(head, lines.stream().map(line -> row(line, shown)).toList());
  }

  private static List<String> row(CellSummary line, List<Metric> shown) {
    List<String> row = new ArrayList<>();
    row.add(line.cell().parameters().label());
    row.add(line.cell().subject());
    shown.forEach(metric -> row.add(text(line.value(metric))));
    row.add(line.failedTrial().orElse(line.steps().size() + " of " + line.trials()));
    row.add(line.verdict().name());
    return row;
  }

  private static String text(Optional<Double> value) {
    return Numbers.of(value);
  }
}
