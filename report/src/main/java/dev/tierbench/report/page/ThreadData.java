package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import java.util.List;
import java.util.Optional;

/**
 * The threads of the trial that stands for a server at a level.
 *
 * @param packed columns as gzipped JSON in Base64
 * @param operations that the counts are divided by
 */
record ThreadData(
    String server,
    String cell,
    String trial,
    String state,
    Optional<Double> operations,
    String packed) {

  static List<ThreadData> of(Run run) {
    return run.steps().stream()
        .flatMap(step -> step.evidence().threads().stream().map(packed -> of(step, packed)))
        .toList();
  }

  private static ThreadData of(Step step, String packed) {
    return new ThreadData(
        step.subject(),
        step.parameters().text(),
        step.trial(),
        step.state().id(),
        step.tracedOperations(),
        packed);
  }
}
