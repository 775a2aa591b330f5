package dev.tierbench.report.capacity;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.run.Tier;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Predicts one server from the trials of one run: a model by trial, so that trials are the unit.
 */
final class ServerPredictor {

  private final MeasuredServer server;
  private final PredictedCores target;
  private final CoreScaling scaling;
  private final List<TrialModel> models;
  private final List<FitError> errors;

  /**
   * A predictor of a server with at least one trial.
   *
   * @param scaling of the server over numbers of cores, as far as it is known
   */
  ServerPredictor(MeasuredServer server, PredictedCores target, CoreScaling scaling) {
    this.server = server;
    this.target = target;
    this.scaling = scaling;
    this.models =
        server.trials().stream()
            .map(trial -> new TrialModel(trial, machine(server, target, scaling, trial)))
            .toList();
    this.errors = FitError.of(server);
  }

  private static TrialModel.Machine machine(
      MeasuredServer server, PredictedCores target, CoreScaling scaling, MeasuredTrial trial) {
    double contention = scaling.contention(target.cores(), trial.cores());
    return new TrialModel.Machine(target.cores(), target.sharing(), contention, server.pool());
  }

  /** Prediction of a server that cannot be predicted, with the reason. */
  static ServerPrediction cannotTell(String server, String why, List<Integer> levels) {
    ModelValue unknown = ModelValue.unknown(why);
    return new ServerPrediction(
        server,
        Optional.empty(),
        unknown,
        unknown,
        List.of(),
        Map.of(),
        levels.stream()
            .map(level -> new ServerPrediction.Level(level, unknown, unknown, unknown))
            .toList(),
        new ServerPrediction.Evidence(
            Optional.empty(),
            Optional.empty(),
            List.of(),
            new CoreScaling(List.of(), Optional.empty()),
            List.of()));
  }

  ServerPrediction predict(List<Integer> levels, Optional<ScalabilityLaw> law) {
    ModelValue saturation = saturated(TrialModel::saturationRps);
    return new ServerPrediction(
        server.server(),
        Optional.of(server.trials().getFirst().cores()),
        saturation,
        saturated(TrialModel::knee),
        saturation.value().isPresent()
            ? models.stream().map(TrialModel::bottleneck).distinct().toList()
            : List.of(),
        coresOfOthers(saturation),
        levels.stream().map(this::level).toList(),
        new ServerPrediction.Evidence(
            FitError.worst(errors),
            law,
            errors.stream().map(FitError::concurrency).toList(),
            scaling,
            ServerAssumptions.of(server)));
  }

  /** A value at saturation, of the trials that were as busy as it is. */
  private ModelValue saturated(Function<TrialModel, Double> value) {
    return modelValue(
        models.stream()
            .filter(model -> model.carries(model.saturationUtilisation()))
            .map(value)
            .toList(),
        models.stream().anyMatch(model -> isSaturated(model.saturationUtilisation())));
  }

  private ServerPrediction.Level level(int concurrency) {
    List<TrialModel.Predicted> all = models.stream().map(model -> model.at(concurrency)).toList();
    boolean saturated = all.stream().anyMatch(predicted -> isSaturated(predicted.utilisation()));
    Function<Function<TrialModel.Predicted, Double>, ModelValue> predicted =
        value ->
            modelValue(
                all.stream().filter(TrialModel.Predicted::isCarried).map(value).toList(),
                saturated);
    return new ServerPrediction.Level(
        concurrency,
        predicted.apply(TrialModel.Predicted::throughputRps),
        predicted.apply(TrialModel.Predicted::p50Millis),
        predicted.apply(TrialModel.Predicted::utilisation));
  }

  private static boolean isSaturated(double utilisation) {
    return utilisation >= MeasuredLevel.SATURATED;
  }

  private ModelValue modelValue(List<Double> values, boolean saturated) {
    if (values.isEmpty()) {
      double busiest =
          server.trials().stream()
              .mapToDouble(MeasuredTrial::highestUtilisation)
              .max()
              .orElseThrow();
      return ModelValue.unknown(
          ("the server's cores were at most %s busy in the run; what a request costs on busier ones"
                  + " was not measured")
              .formatted(Numbers.percent(busiest)));
    }
    Optional<FitError> misfit =
        FitError.worst(errors.stream().filter(error -> error.saturated() == saturated).toList())
            .filter(FitError::isTooLarge);
    return misfit
        .map(error ->
            ModelValue.unknown(
                "%s on the run's own cores, more than the %s that it may"
                    .formatted(error.description(), Numbers.percent(FitError.MOST))))
        .orElseGet(() -> ModelValue.of(values));
  }

  /** Cores that the other tiers need, by their CPU per request at the highest level. */
  private Map<Tier, Double> coresOfOthers(ModelValue saturation) {
    Map<Tier, Double> cores = new EnumMap<>(Tier.class);
    for (Tier tier : List.of(Tier.ECHO, Tier.DATABASE, Tier.LOADGEN)) {
      Sample micros =
          Sample.of(
              server.trials().stream()
                  .map(trial -> trial.levels().getLast().cpuMicros().get(tier))
                  .filter(Objects::nonNull));
      if (!target.sharing().contains(tier) && !micros.isEmpty()) {
        saturation
            .value()
            .ifPresent(rps -> cores.put(tier, rps * micros.median() / MICROS_PER_SECOND));
      }
    }
    return cores;
  }
}
