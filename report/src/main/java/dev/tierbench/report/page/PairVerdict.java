package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a comparison found of two subjects of a run, in one metric of one cell.
 *
 * @param finding of b against a
 */
record PairVerdict(String a, String b, String cell, String metric, String finding) {

  static List<PairVerdict> of(Run run, List<Comparison> comparisons) {
    Map<String, Metric> byTitle =
        Metrics.main(run.kind()).stream()
            .collect(
                Collectors.toMap(metric -> metric.title(run.operation()), Function.identity()));
    List<PairVerdict> all = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      String a = comparison.a().text();
      String b = comparison.b().text();
      for (Row row : comparison.rows()) {
        Optional<Parameters> at = row.key().parameters();
        if (at.isPresent() && byTitle.containsKey(row.key().metric())) {
          all.add(
              new PairVerdict(
                  a,
                  b,
                  at.get().text(),
                  byTitle.get(row.key().metric()).id(),
                  row.result().conclusion().id()));
        }
      }
    }
    return all;
  }

  boolean isOf(String one, String other, Parameters at, Metric wanted) {
    return metric.equals(wanted.id())
        && cell.equals(at.text())
        && ((a.equals(one) && b.equals(other)) || (a.equals(other) && b.equals(one)));
  }

  /** What was found of that one of the two against the other. */
  String findingOf(String subject) {
    return subject.equals(b)
        ? finding
        : finding.equals(Conclusion.BETTER.id())
            ? Conclusion.WORSE.id()
            : finding.equals(Conclusion.WORSE.id()) ? Conclusion.BETTER.id() : finding;
  }

  /** Whether the trials decide between the two. */
  boolean decides() {
    return finding.equals(Conclusion.BETTER.id()) || finding.equals(Conclusion.WORSE.id());
  }
}
