package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.run.SuitePlan;
import java.util.List;
import java.util.Optional;

/** The implementation that the others of a suite are shown as a ratio of. */
record Baseline(String subject, List<CellSummary> lines) {

  Baseline(Run run, List<CellSummary> lines) {
    this(
        run.suitePlan()
            .map(SuitePlan::descriptor)
            .map(suite -> suite.baseline())
            .filter(run.subjects()::contains)
            .or(() -> run.subjects().stream().findFirst())
            .orElse(""),
        lines);
  }

  String head() {
    return "x " + subject;
  }

  /** The time of a run over that of the baseline in the same cell. */
  Optional<Double> ratio(CellSummary line) {
    return lines.stream()
        .filter(CellSummary::valid)
        .filter(other -> other.cell().subject().equals(subject))
        .filter(other -> other.cell().parameters().equals(line.cell().parameters()))
        .findFirst()
        .flatMap(base -> base.value(Metrics.RUN_MS))
        .filter(base -> base > 0)
        .flatMap(base -> line.value(Metrics.RUN_MS).map(value -> value / base));
  }
}
