package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of the model for one server.
 *
 * @param saturation throughput that no concurrency exceeds, requests/s
 * @param knee the concurrency at which the asymptotes cross
 * @param bottlenecks by the models of the trials, each once
 * @param coresOfOthers that the other tiers need at saturation; a tier that was not measured is
 *     absent, and so is one that shares the server's cores
 */
record ServerPrediction(
    String server,
    Optional<Integer> measuredCores,
    ModelValue saturation,
    ModelValue knee,
    List<String> bottlenecks,
    Map<Tier, Double> coresOfOthers,
    List<Level> levels,
    Evidence evidence) {

  ServerPrediction {
    bottlenecks = List.copyOf(bottlenecks);
    coresOfOthers = Map.copyOf(coresOfOthers);
    levels = List.copyOf(levels);
  }

  /** The values of the model at one level. */
  record Level(
      int concurrency, ModelValue throughput, ModelValue p50Millis, ModelValue utilisation) {}

  /**
   * What the prediction stands on.
   *
   * @param fitError the worst over the levels of the run itself; empty when nothing was modelled
   * @param concurrencyLaw of the run's throughput against concurrency; empty with too few levels
   * @param levels of concurrency that the run measured, rising
   * @param assumptions of this server alone
   */
  record Evidence(
      Optional<FitError> fitError,
      Optional<ScalabilityLaw> concurrencyLaw,
      List<Integer> levels,
      CoreScaling coreScaling,
      List<String> assumptions) {
    public Evidence {
      levels = List.copyOf(levels);
      assumptions = List.copyOf(assumptions);
    }
  }
}
