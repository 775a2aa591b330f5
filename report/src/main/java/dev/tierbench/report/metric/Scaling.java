package dev.tierbench.report.metric;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.Knee;
import dev.tierbench.report.stats.KneeInterval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.report.stats.ThroughputPoint;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the throughput of a server grows with concurrency, by the medians of its valid trials.
 *
 * @param kneeInterval between which knees the trials leave it open
 * @param lawPeakBeyond whether the peak of the law is above every level that was measured
 * @param unseen levels without a valid step where growth ended, or beyond the last valid one
 */
public record Scaling(
    String server,
    Optional<Knee> knee,
    Optional<KneeInterval> kneeInterval,
    Optional<ScalabilityLaw> law,
    Optional<Double> lawPeak,
    boolean lawPeakBeyond,
    int points,
    List<Integer> unseen) {

  public Scaling {
    unseen = List.copyOf(unseen);
  }

  public static Scaling of(Run run, String server) {
    List<KneeInterval.Level> levels = new ArrayList<>();
    List<Integer> invalid = new ArrayList<>();
    for (Parameters at : run.parameters(Parameters.CONCURRENCY)) {
      Sample sample = Samples.of(run, server, at, Metrics.THROUGHPUT);
      if (sample.isEmpty()) {
        invalid.add(run.position(at));
      } else {
        levels.add(new KneeInterval.Level(run.position(at), sample));
      }
    }
    List<ThroughputPoint> points = levels.stream().map(KneeInterval.Level::median).toList();
    Optional<ScalabilityLaw> law = ScalabilityLaw.fit(points);
    Optional<Knee> knee = Knee.of(points);
    List<Integer> unseen =
        invalid.stream().filter(level -> knee.filter(k -> k.mayLieAt(level)).isPresent()).toList();
    return new Scaling(
        server,
        knee,
        KneeInterval.of(levels),
        law,
        law.flatMap(ScalabilityLaw::peak),
        law.filter(of -> of.isPeakBeyond(points.getLast().concurrency())).isPresent(),
        points.size(),
        unseen);
  }
}
