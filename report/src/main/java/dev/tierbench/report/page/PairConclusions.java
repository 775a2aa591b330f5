package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.Holm;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.stream.Stream;

/** What the comparisons of a run found of two of its servers, in words. */
record PairConclusions(Run run, List<Comparison> comparisons) {

  /**
   * Whichever side the comparison put first.
   *
   * @param share by which the two differ
   */
  String of(Metric metric, String one, String other, Parameters level, double share) {
    return comparisons.stream()
        .filter(c -> isSide(c, one) && isSide(c, other))
        .flatMap(c -> rows(c, metric, level))
        .map(row ->
            row.result().conclusion().isDifference()
                ? (isDifference(row, metric, level) ? beyond(row, share) : asPair(metric, level))
                : row.result().conclusion().label())
        .findFirst()
        .orElse("not compared");
  }

  /** Whether a pair differs that was chosen by the same trials, among all pairs of the level. */
  private boolean isDifference(Row row, Metric metric, Parameters level) {
    List<Double> family =
        comparisons.stream()
            .flatMap(c -> rows(c, metric, level))
            .flatMap(each -> each.result().pValues().welch().stream())
            .toList();
    return row.result().pValues().welch().stream().allMatch(p -> Holm.isDifference(p, family));
  }

  private String asPair(Metric metric, Parameters level) {
    long servers =
        comparisons.stream()
            .filter(c -> rows(c, metric, level).findAny().isPresent())
            .flatMap(c -> Stream.of(c.a(), c.b()))
            .flatMap(side -> side.run().subjects().stream())
            .distinct()
            .count();
    return "different as a pair, not surely from the first chosen among " + servers;
  }

  private Stream<Row> rows(Comparison comparison, Metric metric, Parameters level) {
    return comparison.rows().stream().filter(row -> row.key().is(metric, run.operation(), level));
  }

  private static boolean isSide(Comparison comparison, String server) {
    return comparison.a().run().subjects().contains(server)
        || comparison.b().run().subjects().contains(server);
  }

  /** Trials that agree may still be within what the host does to one server under two names. */
  private static String beyond(Row row, double share) {
    return row.noise()
        .map(floor ->
            (share > floor ? "beyond" : "the trials agree, but it is within")
                + " the noise floor of ±"
                + Numbers.percent(floor))
        .orElse("beyond the scatter of the trials");
  }
}
