package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Baseline;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Csv;
import dev.tierbench.run.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code summary.csv}: a line for each cell and each failed step, a column for each metric. */
final class SummaryCsv {

  private static final List<String> BEFORE = List.of("verdict", "valid_trials", "trials", "trial");

  private static final List<String> OF_HTTP = List.of("limited_by");
  private static final List<String> OF_SUITE = List.of("times_baseline", "outcome");

  private SummaryCsv() {}

  static String of(Run run, List<CellSummary> lines) {
    TreeSet<String> parameters = new TreeSet<>();
    lines.forEach(line -> parameters.addAll(line.cell().parameters().values().keySet()));
    List<Metric> metrics = Metrics.of(run.kind());
    List<List<String>> rows = new ArrayList<>();
    List<String> header = header(run.kind(), parameters, metrics);
    header.addAll(run.kind() == Kind.SUITE ? OF_SUITE : OF_HTTP);
    Baseline baseline = Baseline.of(run);
    for (CellSummary line : lines) {
      List<String> row = row(run.kind(), line, parameters, metrics);
      row.addAll(
          run.kind() == Kind.SUITE
              ? List.of(text(line.times(baseline).map(Metric::rounded)), line.outcome())
              : List.of(line.limitedBy()));
      rows.add(row);
    }
    return Csv.format(header, rows);
  }

  /** Of the main metrics also the least and the most of the valid trials. */
  private static List<String> header(Kind kind, Set<String> parameters, List<Metric> metrics) {
    List<String> header = new ArrayList<>(List.of("subject"));
    header.addAll(parameters);
    header.addAll(BEFORE);
    metrics.forEach(metric -> header.add(metric.id()));
    Metrics.main(kind)
        .forEach(metric -> header.addAll(List.of(metric.id() + "_min", metric.id() + "_max")));
    header.add("reason");
    return header;
  }

  private static List<String> row(
      Kind kind, CellSummary line, Set<String> parameters, List<Metric> metrics) {
    List<String> row = new ArrayList<>(List.of(line.cell().subject()));
    parameters.forEach(name -> row.add(line.cell().parameters().values().getOrDefault(name, "")));
    row.add(line.verdict());
    row.add(String.valueOf(line.counted()));
    row.add(String.valueOf(line.trials()));
    row.add(line.failedTrial().orElse(""));
    metrics.forEach(metric -> row.add(text(line.value(metric))));
    for (Metric metric : Metrics.main(kind)) {
      Sample sample = line.sample(metric);
      boolean none = sample.isEmpty();
      row.add(none ? "" : text(Optional.of(sample.values().getFirst())));
      row.add(none ? "" : text(Optional.of(sample.values().getLast())));
    }
    row.add(line.reason().orElse(""));
    return row;
  }

  /** As many digits as the value is stored with. */
  private static String text(Optional<Double> value) {
    return value
        .map(number -> java.math.BigDecimal.valueOf(number).stripTrailingZeros().toPlainString())
        .orElse("");
  }
}
