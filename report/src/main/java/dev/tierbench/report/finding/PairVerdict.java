package dev.tierbench.report.finding;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.report.stats.Holm;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Reach;
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
 * @param row the row of the comparison that it comes from
 * @param level of the tests of that comparison: how often they may call equal subjects different
 */
public record PairVerdict(
    String a,
    String b,
    String cell,
    String metric,
    Conclusion finding,
    @JsonIgnore Row row,
    @JsonIgnore double level) {

  public static List<PairVerdict> of(Run run, List<Comparison> comparisons) {
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
                row,
                pair.levelOfRounds().orElse(DifferenceTest.ALPHA)));
  }

  /** Finds the verdict on two subjects, whichever of them the comparison has first. */
  static Optional<PairVerdict> between(List<PairVerdict> verdicts, String one, String other) {
    return verdicts.stream()
        .filter(pair ->
            (pair.a.equals(one) && pair.b.equals(other))
                || (pair.a.equals(other) && pair.b.equals(one)))
        .findFirst();
  }

  /**
   * What some verdicts say on a subject beside the first of a ranking.
   *
   * @param by metric of the ranking
   * @param ratio median of the subject over that of the first, where the two were not compared
   */
  static Finding.Verdict of(
      List<PairVerdict> ofCell, String first, String subject, Metric by, double ratio) {
    Optional<PairVerdict> pair = between(ofCell, first, subject);
    return new Finding.Verdict(
        by.label(),
        pair.flatMap(verdict -> verdict.ratioOf(subject)).orElse(ratio),
        pair.flatMap(verdict -> verdict.intervalOf(subject)),
        pair.map(verdict -> verdict.findingOf(subject)),
        pair.filter(verdict -> verdict.finding.isDifference())
            .filter(verdict -> !verdict.isDifferenceAmong(ofCell))
            .map(verdict ->
                ofCell.stream().flatMap(each -> Stream.of(each.a, each.b)).distinct().count()),
        pair.flatMap(verdict -> verdict.row.noise()));
  }

  /** Whether a and b differ though they were chosen among these by the same trials. */
  boolean isDifferenceAmong(List<PairVerdict> all) {
    List<Double> family =
        all.stream()
            .filter(other -> other.metric.equals(metric) && other.cell.equals(cell))
            .flatMap(other -> other.pValue().stream())
            .toList();
    return finding.isDifference()
        && pValue().stream().allMatch(p -> Holm.isDifference(p, family, level));
  }

  boolean isOf(Parameters at, Metric wanted) {
    return metric.equals(wanted.id()) && cell.equals(at.text());
  }

  /** What was found of that one of the two against the other. */
  Conclusion findingOf(String subject) {
    return subject.equals(b) ? finding : finding.reversed();
  }

  /** The ratio of one of the two to the other; empty when a side has none, or is 0. */
  Optional<Double> ratioOf(String subject) {
    return row.result()
        .ratio()
        .filter(ratio -> ratio > 0)
        .map(ratio -> subject.equals(b) ? ratio : 1 / ratio);
  }

  /** Interval of the ratio of one of the two to the other. */
  Optional<Interval> intervalOf(String subject) {
    return row.result()
        .interval()
        .filter(of -> subject.equals(b) || of.low() > 0)
        .map(of -> subject.equals(b) ? of : new Interval(1 / of.high(), 1 / of.low()));
  }

  /** The least relative difference that the trials of an inconclusive pair would have shown. */
  Optional<Double> leastTold() {
    return row.result().reach().flatMap(Reach::leastTold);
  }

  private Optional<Double> pValue() {
    return row.result().pValues().welch();
  }
}
