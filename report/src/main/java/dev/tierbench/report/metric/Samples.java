package dev.tierbench.report.metric;

import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.stats.Sample;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The figures of a run with the trial as the unit; only valid steps count. */
public final class Samples {
  private Samples() {}

  /** One figure per valid trial of a server at a level. */
  public static Sample of(Run run, Cell cell, Function<Step, Optional<Double>> figure) {
    return of(run.steps(cell), figure);
  }

  public static Sample of(List<Step> steps, Function<Step, Optional<Double>> figure) {
    return new Sample(
        steps.stream().filter(Step::isValid).map(figure).flatMap(Optional::stream).toList());
  }
}
