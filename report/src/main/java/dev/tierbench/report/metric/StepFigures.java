package dev.tierbench.report.metric;

import dev.tierbench.report.folder.RoleSum;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Counter;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Tiers;
import java.util.Optional;
import java.util.function.Function;

/** How the figures of a step are made of its records; empty where a part was not measured. */
public final class StepFigures {

  static final double NANOS_PER_MICRO = 1_000.0;
  private static final double MICROS_PER_MILLI = 1_000.0;
  private static final double NANOS = 1e9;
  private static final double MEBI = 1 << 20;
  private static final String SERVER = "server";

  private StepFigures() {}

  static Optional<Double> throughput(Step step) {
    return step.clean().map(LoadResult.Phase::throughputRps);
  }

  /**
   * Milliseconds; of the response time in the open model, of the service time in the closed one.
   */
  static Function<Step, Optional<Double>> latency(Function<LatencySummary, Optional<Double>> part) {
    return step ->
        step.clean()
            .flatMap(phase -> part.apply(phase.responseTimeUs().orElse(phase.serviceTimeUs())))
            .map(micros -> micros / MICROS_PER_MILLI);
  }

  static Optional<Double> cpuUsPerRequest(Step step) {
    return cpuUsPerRequest(step.cleanTiers(), step.clean());
  }

  /** CPU of the server per answered request of a phase. */
  public static Optional<Double> cpuUsPerRequest(
      Optional<Tiers.Phase> tiers, Optional<LoadResult.Phase> load) {
    return tiers
        .flatMap(phase -> phase.tier(SERVER))
        .flatMap(Tiers.Usage::cpuNs)
        .flatMap(cpu -> perRequest(cpu / NANOS_PER_MICRO, load));
  }

  /**
   * The requests that the counts of the threads are divided by: those that the counted phase
   * answered in a window as long as the tracer's. Empty when none was answered.
   */
  public static Optional<Double> countedRequests(Step step) {
    return step.counted()
        .filter(phase -> phase.ok() > 0)
        .map(phase -> phase.ok() * windowSeconds(step, phase) / phase.seconds());
  }

  private static double windowSeconds(Step step, LoadResult.Phase phase) {
    return step.observed()
        .map(Observed::windowNs)
        .filter(nanos -> nanos > 0)
        .map(nanos -> nanos / NANOS)
        .orElse(phase.seconds());
  }

  static Optional<Double> perCountedRequest(double amount, Step step) {
    return countedRequests(step).map(requests -> amount / requests);
  }

  /** An amount per answered request of a phase; empty when none was answered. */
  private static Optional<Double> perRequest(double amount, Optional<LoadResult.Phase> load) {
    return load.filter(phase -> phase.ok() > 0).map(phase -> amount / phase.ok());
  }

  /** The sum of the counters over all threads, per request of the counted phase. */
  static Function<Step, Optional<Double>> counted(Counter... counters) {
    return step -> {
      double sum = 0;
      for (Counter counter : counters) {
        Optional<Long> total = total(step, counter);
        if (total.isEmpty()) {
          return Optional.empty();
        }
        sum += total.get();
      }
      return perCountedRequest(sum, step);
    };
  }

  static Optional<Double> runDelayUsPerRequest(Step step) {
    return total(step, Counter.RUN_DELAY_NS)
        .flatMap(nanos -> perCountedRequest(nanos / NANOS_PER_MICRO, step));
  }

  /** Over the roles that have the counter; empty when none has. */
  private static Optional<Long> total(Step step, Counter counter) {
    return step.threads().roles().values().stream()
        .map((RoleSum role) -> role.get(counter))
        .flatMap(Optional::stream)
        .reduce(Long::sum);
  }

  static Optional<Double> rssMebibytes(Step step) {
    return tier(step).flatMap(Tiers.Usage::rssBytes).map(bytes -> bytes / MEBI);
  }

  static Optional<Double> threads(Step step) {
    return tier(step).flatMap(Tiers.Usage::threads).map(Integer::doubleValue);
  }

  private static Optional<Tiers.Usage> tier(Step step) {
    return step.cleanTiers().flatMap(phase -> phase.tier(SERVER));
  }
}
