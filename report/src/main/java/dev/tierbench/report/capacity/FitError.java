package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far the model is from the throughput that the run measured, on the run's own cores.
 *
 * @param relative modelled over measured, less 1: the median over the trials
 * @param inStep the same of a model whose requests run in step
 */
record FitError(int concurrency, boolean saturated, double relative, double inStep) {

  /** A model that misses its own run by more says nothing about other cores. */
  static final double MOST = 0.15;

  /** Of every level, rising. */
  static List<FitError> of(MeasuredServer server) {
    TreeMap<Integer, List<Double>> errors = new TreeMap<>();
    TreeMap<Integer, List<Double>> inStep = new TreeMap<>();
    TreeMap<Integer, Boolean> saturated = new TreeMap<>();
    for (MeasuredTrial trial : server.trials()) {
      TrialModel model = new TrialModel(trial, Machine.of(trial, server.pool()));
      for (MeasuredLevel level : trial.levels()) {
        errors
            .computeIfAbsent(level.concurrency(), at -> new ArrayList<>())
            .add(model.at(level.concurrency()).throughputRps() / level.throughputRps() - 1);
        inStep
            .computeIfAbsent(level.concurrency(), at -> new ArrayList<>())
            .add(model.inStepRps(level) / level.throughputRps() - 1);
        saturated.merge(level.concurrency(), level.isSaturated(), Boolean::logicalOr);
      }
    }
    List<FitError> all = new ArrayList<>();
    errors.forEach((level, values) ->
        all.add(
            new FitError(
                level,
                saturated.get(level),
                new Sample(values).median(),
                new Sample(inStep.get(level)).median())));
    return all;
  }

  /** The one that is farthest off. */
  static Optional<FitError> worst(List<FitError> errors) {
    return errors.stream().max(Comparator.comparingDouble(error -> Math.abs(error.relative())));
  }

  boolean isTooLarge() {
    return isTooLarge(relative);
  }

  private boolean isOfRequestsInStep() {
    return isTooLarge() && !isTooLarge(inStep);
  }

  private static boolean isTooLarge(double error) {
    return Math.abs(error) > MOST;
  }

  String description() {
    String off =
        String.format(
            Locale.ROOT,
            "the model is %+.0f %% off the throughput that was measured at %,d concurrent",
            relative * 100,
            concurrency);
    return isOfRequestsInStep()
        ? off
            + String.format(
                Locale.ROOT,
                " (%+.0f %% if the requests run in step: all use the cores, then all wait)",
                inStep * 100)
        : off;
  }
}
