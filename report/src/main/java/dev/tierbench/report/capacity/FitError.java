package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far the model is from the throughput that the run measured, on the run's own cores.
 *
 * @param relative modelled over measured, less 1: the median over the trials
 * @param inStep the same of a model whose requests run in step
 */
record FitError(int concurrency, boolean saturated, double relative, double inStep) {

  /** A model that is farther off its own run is not used for other cores. */
  static final double MOST = 0.15;

  /** Errors of every level, in rising order. */
  static List<FitError> of(MeasuredServer server) {
    return server.trials().stream()
        .flatMap(trial ->
            ofTrial(trial, new TrialModel(trial, TrialModel.Machine.of(trial, server.pool()))))
        .collect(Collectors.groupingBy(FitError::concurrency, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(FitError::median)
        .toList();
  }

  private static Stream<FitError> ofTrial(MeasuredTrial trial, TrialModel model) {
    return trial.levels().stream()
        .map(level ->
            new FitError(
                level.concurrency(),
                level.isSaturated(),
                model.at(level.concurrency()).throughputRps() / level.throughputRps() - 1,
                model.inStepRps(level) / level.throughputRps() - 1));
  }

  private static FitError median(List<FitError> trials) {
    return new FitError(
        trials.getFirst().concurrency(),
        trials.stream().anyMatch(FitError::saturated),
        Sample.of(trials.stream().map(FitError::relative)).median(),
        Sample.of(trials.stream().map(FitError::inStep)).median());
  }

  /** The one that is farthest off. */
  static Optional<FitError> worst(List<FitError> errors) {
    return errors.stream().max(Comparator.comparingDouble(error -> Math.abs(error.relative())));
  }

  boolean isTooLarge() {
    return Math.abs(relative) > MOST;
  }

  String description() {
    String off =
        String.format(
            Locale.ROOT,
            "the model is %+.0f %% off the throughput that was measured at %,d concurrent",
            relative * 100,
            concurrency);
    return isTooLarge() && Math.abs(inStep) <= MOST
        ? off
            + String.format(
                Locale.ROOT,
                " (%+.0f %% if the requests run in step: all use the cores, then all wait)",
                inStep * 100)
        : off;
  }
}
