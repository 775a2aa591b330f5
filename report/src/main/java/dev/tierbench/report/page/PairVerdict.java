package dev.tierbench.report.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.Holm;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a comparison found of two subjects of a run, in one metric of one cell.
 *
 * @param finding of b against a
 * @param pValue of its test, for itself alone; empty when it was not tested
 */
record PairVerdict(
    String a,
    String b,
    String cell,
    String metric,
    Conclusion finding,
    @JsonIgnore Optional<Double> pValue) {

  static List<PairVerdict> of(Run run, List<Comparison> comparisons) {
    Map<String, Metric> byTitle =
        Metrics.main(run.kind()).stream()
            .collect(
                Collectors.toMap(metric -> metric.title(run.operation()), Function.identity()));
    return comparisons.stream()
        .flatMap(pair -> pair.rows().stream().flatMap(row -> of(pair, row, byTitle)))
        .toList();
  }

  private static Stream<PairVerdict> of(Comparison pair, Row row, Map<String, Metric> byTitle) {
    Metric metric = byTitle.get(row.key().metric());
    return row.key().parameters().stream()
        .filter(at -> metric != null)
        .map(at ->
            new PairVerdict(
                pair.a().text(),
                pair.b().text(),
                at.text(),
                metric.id(),
                row.result().conclusion(),
                row.result().pValues().welch()));
  }

  /** Whether a and b differ though they were chosen among these by the same trials. */
  boolean isDifferenceAmong(List<PairVerdict> all) {
    List<Double> family =
        all.stream()
            .filter(other -> other.metric.equals(metric) && other.cell.equals(cell))
            .flatMap(other -> other.pValue.stream())
            .toList();
    return finding.isDifference() && pValue.stream().allMatch(p -> Holm.isDifference(p, family));
  }

  boolean isOf(String one, String other, Parameters at, Metric wanted) {
    return metric.equals(wanted.id())
        && cell.equals(at.text())
        && ((a.equals(one) && b.equals(other)) || (a.equals(other) && b.equals(one)));
  }

  /** What was found of that one of the two against the other. */
  Conclusion findingOf(String subject) {
    return subject.equals(b) ? finding : finding.reversed();
  }
}
