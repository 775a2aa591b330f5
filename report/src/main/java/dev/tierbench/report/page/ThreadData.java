package dev.tierbench.report.page;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Work;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The threads of the trial that stands for a server at a level.
 *
 * @param packed columns as gzipped JSON in Base64
 * @param requests that the counts are divided by
 */
record ThreadData(
    String server,
    int level,
    String trial,
    String state,
    Optional<Double> requests,
    Optional<Double> seconds,
    String packed) {

  private static final double NANOS = 1e9;

  static List<ThreadData> of(Run run) {
    List<ThreadData> all = new ArrayList<>();
    for (Step step : run.steps()) {
      step.evidence()
          .threads()
          .ifPresent(rows ->
              all.add(
                  new ThreadData(
                      step.subject(),
                      run.position(step.parameters()),
                      step.trial(),
                      step.state().id(),
                      operations(step),
                      step.observed().map(observed -> observed.windowNs() / NANOS),
                      Base64.getEncoder().encodeToString(rows))));
    }
    return all;
  }

  private static Optional<Double> operations(Step step) {
    return step.work()
        .flatMap(Work::window)
        .flatMap(Work.Window::tracedOperations)
        .map(Long::doubleValue)
        .or(() -> step.http().complete().flatMap(HttpMetrics::tracedRequests));
  }
}
