package dev.tierbench.report.metric;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.run.Cell;
import java.util.List;
import java.util.Optional;

/**
 * The implementation that the others of a suite are shown as a ratio of: the one that its
 * descriptor names, or else the first.
 */
public record Baseline(Run run, String subject) {

  public static Baseline of(Run run) {
    List<String> subjects = run.subjects();
    return new Baseline(
        run,
        run.suitePlan()
            .map(plan -> plan.descriptor().baseline())
            .filter(subjects::contains)
            .or(() -> subjects.stream().findFirst())
            .orElse(""));
  }

  /** The time of a run of a cell over that of the baseline; empty when either has none. */
  public Optional<Double> times(Cell cell) {
    return median(cell.subject(), cell)
        .flatMap(own -> median(subject, cell).filter(base -> base > 0).map(base -> own / base));
  }

  private Optional<Double> median(String of, Cell cell) {
    return Samples.of(run, of, cell.parameters(), Metrics.RUN_MS).middle();
  }
}
