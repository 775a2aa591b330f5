package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One value per trial over several cells: the geometric mean, so that no cell outweighs another. A
 * trial that lacks a cell has no such value; one that measured 0 in a cell has 0.
 */
final class GeometricMeans {
  private GeometricMeans() {}

  static Sample of(Run run, String subject, List<Parameters> cells, Metric metric) {
    List<Double> means = new ArrayList<>();
    for (Trial trial : run.trials()) {
      if (trial.subject().equals(subject)) {
        mean(trial, cells, metric).ifPresent(means::add);
      }
    }
    return new Sample(means);
  }

  private static Optional<Double> mean(Trial trial, List<Parameters> cells, Metric metric) {
    List<Double> values =
        trial.steps().stream()
            .filter(step -> step.isValid() && cells.contains(step.parameters()))
            .map((Step step) -> step.value(metric))
            .flatMap(Optional::stream)
            .toList();
    return values.isEmpty() || values.size() < cells.size()
        ? Optional.empty()
        : Optional.of(Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow()));
  }
}
