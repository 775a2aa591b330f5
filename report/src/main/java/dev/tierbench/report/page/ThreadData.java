package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.PhaseName;
import java.util.ArrayList;
import java.util.Base64;
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
    int level,
    String trial,
    String state,
    Optional<Double> operations,
    Optional<Double> seconds,
    String packed) {

  static List<ThreadData> of(Run run) {
    List<ThreadData> all = new ArrayList<>();
    for (Step step : run.steps()) {
      step.evidence()
          .threads()
          .ifPresent(rows ->
              all.add(
                  new ThreadData(
                      step.subject(),
                      step.parameters().text(),
                      run.position(step.parameters()),
                      step.trial(),
                      step.state().id(),
                      step.tracedOperations(),
                      step.http().load(PhaseName.TRACE).map(LoadResult.Phase::seconds),
                      Base64.getEncoder().encodeToString(rows))));
    }
    return all;
  }
}
