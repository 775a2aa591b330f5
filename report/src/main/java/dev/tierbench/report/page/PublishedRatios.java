package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Published;
import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.plan.SuitePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Figures of the study beside those of a run: each as a multiple of the same implementation, for
 * another machine's times are no measure of this one's.
 *
 * @param base the implementation whose value is 1
 */
public record PublishedRatios(
    String target, String caseName, String metric, String base, List<PublishedRatios.Row> rows) {

  /**
   * One implementation at one size.
   *
   * @param published empty when the study has no value
   * @param ours empty when this run has none of that size
   */
  public record Row(int size, String subject, Optional<Double> published, Optional<Double> ours) {}

  /** All tables of the study that this run has a case and a metric for. */
  public static List<PublishedRatios> of(Run run) {
    return run.suitePlan().map(SuitePlan::descriptor).stream()
        .flatMap(suite ->
            suite.published().stream()
                .filter(table -> !table.values().isEmpty())
                .flatMap(table ->
                    Metrics.named(table.metric()).stream()
                        .map(metric -> of(run, suite, table, metric))))
        .toList();
  }

  private static PublishedRatios of(
      Run run, SuiteDescriptor descriptor, Published table, Metric metric) {
    String base =
        table.values().containsKey(descriptor.baseline())
            ? descriptor.baseline()
            : table.values().keySet().iterator().next();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < table.sizes().size(); i++) {
      for (String subject : table.values().keySet()) {
        if (!subject.equals(base)) {
          rows.add(
              new Row(
                  table.sizes().get(i),
                  subject,
                  ratio(value(table, subject, i), value(table, base, i)),
                  ratio(ours(run, subject, table, i, metric), ours(run, base, table, i, metric))));
        }
      }
    }
    return new PublishedRatios(
        table.target(), table.caseName(), metric.title(run.operation()), base, rows);
  }

  private static Optional<Double> value(Published table, String subject, int at) {
    List<Optional<Double>> values = table.values().get(subject);
    return at < values.size() ? values.get(at) : Optional.empty();
  }

  private static Optional<Double> ours(
      Run run, String subject, Published table, int at, Metric metric) {
    Parameters cell = SuiteDescriptor.cell(table.caseName(), table.sizes().get(at));
    return Samples.of(run, subject, cell, metric).middle();
  }

  private static Optional<Double> ratio(Optional<Double> of, Optional<Double> over) {
    return of.flatMap(value -> over.filter(base -> base > 0).map(base -> value / base));
  }

  /** The rows that both have. */
  public TextTable table() {
    return new TextTable(
        List.of("size", "implementation", "published", "this run"),
        rows.stream()
            .filter(row -> row.published().isPresent() && row.ours().isPresent())
            .map(row ->
                List.of(
                    Numbers.whole(row.size()),
                    row.subject(),
                    Numbers.factor(row.published().orElseThrow()),
                    Numbers.factor(row.ours().orElseThrow())))
            .toList());
  }

  /** {@code time of a run, ms, of sleep-1s, as multiples of jdk-virtual}. */
  public String heading() {
    return metric + ", of " + caseName + ", as multiples of " + base;
  }
}
