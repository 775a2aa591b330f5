package dev.tierbench.report.page;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.ComparisonOptions;
import dev.tierbench.report.compare.GroupBy;
import dev.tierbench.report.compare.Side;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.NoiseFloor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every server of a run against every other, level by level. */
final class ServerComparisons {

  private ServerComparisons() {}

  static List<Comparison> all(Run run, NoiseFloor noise) {
    ComparisonOptions options =
        new ComparisonOptions(
            GroupBy.CELL,
            Metrics.main(run.kind()),
            Map.of(),
            Optional.empty(),
            ComparisonOptions.threshold(run.kind()));
    List<String> servers = run.subjects();
    List<Comparison> all = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      for (int j = i + 1; j < servers.size(); j++) {
        all.add(
            Comparison.of(
                side(run, servers.get(i), noise), side(run, servers.get(j), noise), options));
      }
    }
    return all;
  }

  private static Side side(Run run, String server, NoiseFloor noise) {
    return new Side(server, run.only(server::equals), noise);
  }
}
