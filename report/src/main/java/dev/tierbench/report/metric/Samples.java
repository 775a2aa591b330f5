package dev.tierbench.report.metric;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.stats.PairedRounds;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.nio.file.Path;
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
   * The rounds that two subjects share, with the value of each; empty when there are fewer than
   * two, as of different runs and of servers that were measured one after the other.
   *
   * @param level of their tests, {@link Run#level}
   */
  public static Optional<PairedRounds> rounds(
      List<Step> a, List<Step> b, Function<Step, Optional<Double>> value, double level) {
    return roundsOfAll(
        a.stream().filter(Step::isValid).toList(),
        b.stream().filter(Step::isValid).toList(),
        value,
        level);
  }

  /** The rounds that two subjects share, as {@link #rounds}, of valid steps and others. */
  public static Optional<PairedRounds> roundsOfAll(
      List<Step> a, List<Step> b, Function<Step, Optional<Double>> value, double level) {
    return rounds(byRound(a, value), byRound(b, value), level);
  }

  private static Map<Path, Optional<Double>> byRound(
      List<Step> steps, Function<Step, Optional<Double>> value) {
    Map<Path, Optional<Double>> byRound = new TreeMap<>();
    for (Step step : steps) {
      step.round().ifPresent(round -> byRound.put(round, value.apply(step)));
    }
    return byRound;
  }

  /** The rounds that two subjects share, by the values that each has in a round. */
  public static Optional<PairedRounds> rounds(
      Map<Path, Optional<Double>> a, Map<Path, Optional<Double>> b, double level) {
    List<Path> shared = a.keySet().stream().filter(b::containsKey).sorted().toList();
    return PairedRounds.of(
        shared.stream().map(a::get).toList(), shared.stream().map(b::get).toList(), level);
  }
}
