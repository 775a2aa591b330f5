package dev.tierbench.report.metric;

import dev.tierbench.metrics.Measurements;
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
import java.util.stream.IntStream;

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
   * two, as of different runs and of servers that were measured one after the other, and when one
   * of the values has no ratio.
   *
   * @param again steps of a control of a, whose values count as its second ones
   * @param level of their tests, {@link Run#level}
   */
  public static Optional<PairedRounds> rounds(
      List<Step> a,
      List<Step> again,
      List<Step> b,
      Function<Step, Optional<Double>> value,
      double level) {
    return rounds(
        byRound(valid(a), value), byRound(valid(again), value), byRound(valid(b), value), level);
  }

  /**
   * Whether two subjects were measured in the same rounds and fewer than two of them have a valid
   * value of each.
   */
  public static boolean areApart(
      List<Step> a, List<Step> b, Function<Step, Optional<Double>> value) {
    Function<Step, Optional<Double>> valid =
        step -> step.isValid() ? value.apply(step) : Optional.empty();
    return areApart(byRound(a, valid), byRound(b, valid));
  }

  /** Whether two subjects are apart, by the values that each has in a round. */
  public static boolean areApart(Map<Path, Optional<Double>> a, Map<Path, Optional<Double>> b) {
    List<Path> shared = a.keySet().stream().filter(b::containsKey).toList();
    return !shared.isEmpty()
        && shared.stream().filter(at -> a.get(at).isPresent() && b.get(at).isPresent()).count() < 2;
  }

  private static List<Step> valid(List<Step> steps) {
    return steps.stream().filter(Step::isValid).toList();
  }

  /** The rounds that two subjects share, of valid steps and others. */
  public static Optional<PairedRounds> roundsOfAll(
      List<Step> a, List<Step> b, Function<Step, Optional<Double>> value, double level) {
    return rounds(byRound(a, value), Map.of(), byRound(b, value), level);
  }

  /**
   * The logarithms of the ratios of the windows that two subjects had in the rounds that they
   * share, round by round; without a round in which a window has no positive value by itself.
   */
  public static List<double[]> windows(List<Step> a, List<Step> b, Metric metric) {
    Map<Path, List<Double>> ofA = windowsByRound(a, metric);
    Map<Path, List<Double>> ofB = windowsByRound(b, metric);
    return ofA.entrySet().stream()
        .filter(
            round -> ofB.getOrDefault(round.getKey(), List.of()).size() == round.getValue().size())
        .map(round -> logRatios(round.getValue(), ofB.get(round.getKey())))
        .toList();
  }

  private static double[] logRatios(List<Double> a, List<Double> b) {
    return IntStream.range(0, a.size()).mapToDouble(i -> Math.log(b.get(i) / a.get(i))).toArray();
  }

  private static Map<Path, List<Double>> windowsByRound(List<Step> steps, Metric metric) {
    Map<Path, List<Double>> byRound = new TreeMap<>();
    for (Step step : steps) {
      List<Measurements> windows = step.isValid() ? step.windows() : List.of();
      List<Double> values =
          windows.stream()
              .flatMap(window -> window.get(metric).stream())
              .filter(value -> value > 0)
              .toList();
      if (step.round().isPresent() && !values.isEmpty() && values.size() == windows.size()) {
        byRound.put(step.round().get(), values);
      }
    }
    return byRound;
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
      Map<Path, Optional<Double>> a,
      Map<Path, Optional<Double>> again,
      Map<Path, Optional<Double>> b,
      double level) {
    List<Path> shared = a.keySet().stream().filter(b::containsKey).sorted().toList();
    return PairedRounds.of(values(a, shared), values(again, shared), values(b, shared), level);
  }

  private static List<Optional<Double>> values(Map<Path, Optional<Double>> of, List<Path> rounds) {
    return rounds.stream().map(round -> of.getOrDefault(round, Optional.empty())).toList();
  }
}
