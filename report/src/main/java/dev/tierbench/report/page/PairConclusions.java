package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Run;
import dev.tierbench.run.Parameters;
import java.util.List;

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
        .flatMap(c -> c.rows().stream())
        .filter(row -> row.key().is(metric, run.operation(), level))
        .map(row ->
            row.result().conclusion().isDifference()
                ? beyond(row, share)
                : row.result().conclusion().label())
        .findFirst()
        .orElse("not compared");
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
