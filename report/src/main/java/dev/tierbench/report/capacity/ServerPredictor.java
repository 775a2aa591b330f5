package dev.tierbench.report.capacity;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.run.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Predicts one server from the trials of one run: a model by trial, so that trials are the unit.
 */
final class ServerPredictor {

  private final MeasuredServer server;
  private final Target target;
  private final CoreScaling scaling;
  private final List<FitError> errors;

  /**
   * A predictor of a server with at least one trial.
   *
   * @param scaling of the server over numbers of cores, as far as it is known
   */
  ServerPredictor(MeasuredServer server, Target target, CoreScaling scaling) {
    this.server = server;
    this.target = target;
    this.scaling = scaling;
    this.errors = FitError.of(server);
  }

  /** Of a server of which nothing can be told, for a reason. */
  static ServerPrediction cannotTell(String server, String why, List<Integer> levels) {
    Answer unknown = new Answer.CannotTell(why);
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
            0,
            new CoreScaling(List.of(), Optional.empty()),
            List.of()));
  }

  ServerPrediction predict(List<Integer> levels, Optional<ScalabilityLaw> law) {
    Answer saturation = saturated(TrialModel::saturationRps);
    return new ServerPrediction(
        server.server(),
        Optional.of(server.trials().getFirst().cores()),
        saturation,
        saturated(TrialModel::knee),
        saturation.value().isPresent() ? bottlenecks() : List.of(),
        coresOfOthers(saturation),
        levels.stream().map(this::level).toList(),
        new ServerPrediction.Evidence(
            FitError.worst(errors), law, errors.size(), scaling, ServerAssumptions.of(server)));
  }

  private TrialModel model(MeasuredTrial trial) {
    return new TrialModel(
        trial,
        new Machine(
            target.cores(),
            target.sharing(),
            scaling.contention(target.cores(), trial.cores()),
            server.pool()));
  }

  /** A value at saturation, of the trials that were as busy as it is. */
  private Answer saturated(ToDoubleFunction<TrialModel> value) {
    List<Double> values = new ArrayList<>();
    boolean busy = false;
    for (MeasuredTrial trial : server.trials()) {
      TrialModel model = model(trial);
      busy |= model.saturationUtilisation() >= MeasuredLevel.SATURATED;
      if (carries(trial, model.saturationUtilisation())) {
        values.add(value.applyAsDouble(model));
      }
    }
    return answer(values, busy);
  }

  private ServerPrediction.Level level(int concurrency) {
    List<TrialModel.Predicted> told = new ArrayList<>();
    boolean saturated = false;
    for (MeasuredTrial trial : server.trials()) {
      TrialModel.Predicted predicted = model(trial).at(concurrency);
      saturated |= predicted.utilisation() >= MeasuredLevel.SATURATED;
      if (carries(trial, predicted.utilisation())) {
        told.add(predicted);
      }
    }
    return new ServerPrediction.Level(
        concurrency,
        answer(told.stream().map(TrialModel.Predicted::throughputRps).toList(), saturated),
        answer(told.stream().map(TrialModel.Predicted::p50Millis).toList(), saturated),
        answer(told.stream().map(TrialModel.Predicted::utilisation).toList(), saturated));
  }

  /** CPU per request is known up to the highest utilisation, and beyond it only from saturation. */
  private static boolean carries(MeasuredTrial trial, double utilisation) {
    return trial.isSaturated() || utilisation <= trial.highestUtilisation();
  }

  private Answer answer(List<Double> values, boolean saturated) {
    if (values.isEmpty()) {
      double busiest =
          server.trials().stream()
              .mapToDouble(MeasuredTrial::highestUtilisation)
              .max()
              .orElseThrow();
      return new Answer.CannotTell(
          "the server's cores were at most "
              + Numbers.percent(busiest)
              + " busy in the run; what a request costs on busier ones was not measured");
    }
    Optional<FitError> misfit =
        FitError.worst(errors.stream().filter(error -> error.saturated() == saturated).toList())
            .filter(FitError::isTooLarge);
    return misfit
        .<Answer>map(error ->
            new Answer.CannotTell(
                error.description()
                    + " on the run's own cores, more than the "
                    + Numbers.percent(FitError.MOST)
                    + " that it may"))
        .orElseGet(() -> new Answer.Told(new Sample(values)));
  }

  private List<String> bottlenecks() {
    return server.trials().stream()
        .map(trial -> model(trial).bottleneck().description())
        .distinct()
        .toList();
  }

  /** By the CPU per request of the highest level. */
  private Map<Tier, Double> coresOfOthers(Answer saturation) {
    Map<Tier, Double> cores = new EnumMap<>(Tier.class);
    for (Tier tier : List.of(Tier.ECHO, Tier.LOADGEN)) {
      List<Double> micros =
          server.trials().stream()
              .flatMap(trial ->
                  Optional.ofNullable(trial.levels().getLast().cpuMicros().get(tier)).stream())
              .toList();
      if (!target.sharing().contains(tier) && !micros.isEmpty()) {
        saturation.value().ifPresent(rps -> cores.put(tier, rps * median(micros) * 1e-6));
      }
    }
    return cores;
  }

  private static double median(List<Double> values) {
    return new Sample(values).median();
  }
}
