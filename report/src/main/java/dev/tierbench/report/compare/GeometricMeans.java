package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.metric.Metric;
import dev.tierbench.report.stats.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One figure per trial over several levels: the geometric mean, so that no level outweighs another.
 * A trial that lacks a level has no such figure; one that measured 0 at a level has 0.
 */
final class GeometricMeans {
  private GeometricMeans() {}

  static Sample of(Run run, String server, List<Integer> levels, Metric metric) {
    List<Double> means = new ArrayList<>();
    for (Trial trial : run.trials()) {
      if (trial.subject().equals(server)) {
        mean(trial, levels, metric).ifPresent(means::add);
      }
    }
    return new Sample(means);
  }

  private static Optional<Double> mean(Trial trial, List<Integer> levels, Metric metric) {
    List<Double> figures =
        trial.steps().stream()
            .filter(step -> step.isValid() && levels.contains(step.level()))
            .map((Step step) -> metric.of(step))
            .flatMap(Optional::stream)
            .toList();
    return figures.isEmpty() || figures.size() < levels.size()
        ? Optional.empty()
        : Optional.of(Math.exp(figures.stream().mapToDouble(Math::log).average().orElseThrow()));
  }
}
