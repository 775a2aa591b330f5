package dev.tierbench.report.metric;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.stats.PairedRounds;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The values of a run with the trial as the unit; only valid steps count. */
public final class Samples {
  private Samples() {}

  /** One value per valid trial of a cell. */
  public static Sample of(Run run, Cell cell, Metric metric) {
    return of(run.steps(cell), step -> step.value(metric));
  }

  /** One value per valid trial of a subject at its parameters. */
  public static Sample of(Run run, String subject, Parameters at, Metric metric) {
    return of(run, new Cell(subject, at), metric);
  }

  public static Sample of(List<Step> steps, Function<Step, Optional<Double>> value) {
    return Sample.of(steps.stream().filter(Step::isValid).map(value).flatMap(Optional::stream));
  }

  /**
   * The rounds that two subjects of one run share, with the value of each; empty when there are
   * fewer than two, and of a run whose servers were measured one after the other.
   */
  public static Optional<PairedRounds> rounds(
      List<Step> a, List<Step> b, Function<Step, Optional<Double>> value) {
    Map<String, Step> ofB = byRound(b);
    List<Optional<Double>> valuesOfA = new ArrayList<>();
    List<Optional<Double>> valuesOfB = new ArrayList<>();
    byRound(a)
        .forEach((round, step) ->
            Optional.ofNullable(ofB.get(round))
                .ifPresent(other -> {
                  valuesOfA.add(value.apply(step));
                  valuesOfB.add(value.apply(other));
                }));
    return PairedRounds.of(valuesOfA, valuesOfB);
  }

  private static Map<String, Step> byRound(List<Step> steps) {
    Map<String, Step> byRound = new TreeMap<>();
    for (Step step : steps) {
      if (step.isValid()) {
        RunFolder.roundOf(step.trial()).ifPresent(round -> byRound.put(round, step));
      }
    }
    return byRound;
  }
}
