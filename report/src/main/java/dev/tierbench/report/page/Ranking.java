package dev.tierbench.report.page;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The implementations of a cell by the time of a run. Two neighbours without a verdict between them
 * share a rank.
 */
record Ranking(int level, List<Place> places) {

  /** One implementation. */
  record Place(int rank, String subject, double ms, double timesBest) {}

  static List<Ranking> of(Run run, List<Comparison> pairs) {
    return run.parameters().stream()
        .map(at -> new Ranking(run.position(at), places(run, at, pairs)))
        .filter(ranking -> !ranking.places().isEmpty())
        .toList();
  }

  private static List<Place> places(Run run, Parameters at, List<Comparison> pairs) {
    List<String> rising =
        run.subjects().stream()
            .filter(subject -> !sample(run, subject, at).isEmpty())
            .sorted(Comparator.comparingDouble(subject -> sample(run, subject, at).median()))
            .toList();
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < rising.size(); i++) {
      double ms = sample(run, rising.get(i), at).median();
      boolean apart = i > 0 && differ(run, rising.get(i - 1), rising.get(i), at, pairs);
      int rank = i == 0 ? 1 : apart ? i + 1 : places.getLast().rank();
      double best = places.isEmpty() ? ms : places.getFirst().ms();
      places.add(new Place(rank, rising.get(i), ms, ms / best));
    }
    return places;
  }

  /** Whether the trials of two implementations tell them apart. */
  static boolean differ(Run run, String one, String other, Parameters at, List<Comparison> pairs) {
    return pairs.stream()
        .filter(pair -> isOf(pair, one) && isOf(pair, other))
        .flatMap(pair -> pair.rows().stream())
        .filter(row -> row.key().is(Metrics.RUN_MS, run.kind(), at))
        .map(row -> row.result().conclusion())
        .anyMatch(found -> found == Conclusion.BETTER || found == Conclusion.WORSE);
  }

  private static boolean isOf(Comparison pair, String subject) {
    return pair.a().text().equals(subject) || pair.b().text().equals(subject);
  }

  private static Sample sample(Run run, String subject, Parameters at) {
    return Samples.of(run, subject, at, Metrics.RUN_MS);
  }
}
