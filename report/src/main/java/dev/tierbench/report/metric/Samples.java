package dev.tierbench.report.metric;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The values of a run with the trial as the unit; only valid steps count. */
public final class Samples {
  private Samples() {}

  /** One value per valid trial of a cell. */
  public static Sample of(Run run, Cell cell, Metric metric) {
    return of(run.steps(cell), step -> step.value(metric));
  }

  /** The same of a subject and its parameters. */
  public static Sample of(Run run, String subject, Parameters at, Metric metric) {
    return of(run, new Cell(subject, at), metric);
  }

  public static Sample of(List<Step> steps, Function<Step, Optional<Double>> value) {
    return Sample.of(steps.stream().filter(Step::isValid).map(value).flatMap(Optional::stream));
  }
}
