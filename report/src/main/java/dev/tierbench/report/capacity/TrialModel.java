package dev.tierbench.report.capacity;

import dev.tierbench.run.Tier;
import java.util.EnumSet;
import java.util.Map;

/**
 * One trial as a closed network, on its own cores or on others: CPU per request follows the
 * utilisation that it brings about itself, and requests beyond the pool wait for a thread of it.
 */
final class TrialModel {

  private static final double MICRO = 1e-6;
  private static final double MILLI = 1e-3;

  /** Halvings of the utilisation, to a thousandth of what three digits show. */
  private static final int HALVINGS = 20;

  private final MeasuredTrial trial;
  private final Machine machine;
  private final Demand demand;
  private final double delaySeconds;
  private final double serialSeconds;

  TrialModel(MeasuredTrial trial, Machine machine) {
    this.trial = trial;
    this.machine = machine;
    EnumSet<Tier> onCores = EnumSet.of(Tier.SERVER);
    onCores.addAll(machine.sharing());
    this.demand =
        Demand.of(
            trial.levels(),
            level ->
                machine.contention()
                    * MICRO
                    * onCores.stream().mapToDouble(tier -> level.cpuMicros().get(tier)).sum());
    this.delaySeconds = trial.delayMillis() * MILLI;
    this.serialSeconds =
        MICRO * trial.serialMicros().values().stream().mapToDouble(d -> d).max().orElse(0);
  }

  /** What the model says of a level. */
  record Predicted(double throughputRps, double meanMillis, double p50Millis, double utilisation) {}

  Predicted at(int concurrency) {
    int inside = inside(concurrency);
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      double resulting =
          network(middle).at(inside).throughputRps() * demand.at(middle) / machine.cores();
      if (resulting > middle) {
        low = middle;
      } else {
        high = middle;
      }
    }
    ClosedNetwork.State state = network(high).at(inside);
    double waitingForThread = (concurrency - inside) / state.throughputRps();
    return new Predicted(
        state.throughputRps(),
        concurrency / state.throughputRps() / MILLI,
        (waitingForThread + state.medianSeconds()) / MILLI,
        high);
  }

  /** Requests per second of a measured level, had its requests run in step. */
  double inStepRps(MeasuredLevel level) {
    return network(level.utilisation()).inStepRps(inside(level.concurrency()));
  }

  private int inside(int concurrency) {
    return machine.pool().map(pool -> Math.min(concurrency, pool.size())).orElse(concurrency);
  }

  private ClosedNetwork network(double utilisation) {
    return new ClosedNetwork(delaySeconds, station(utilisation));
  }

  private Station station(double utilisation) {
    return new Station(machine.cores(), demand.at(utilisation), serialSeconds);
  }

  /** Requests per second that no concurrency exceeds. */
  double saturationRps() {
    double capacity = station(1).capacity();
    return machine.pool().isPresent()
        ? Math.min(capacity, at(machine.pool().get().size()).throughputRps())
        : capacity;
  }

  /** How busy the cores are then. */
  double saturationUtilisation() {
    return Math.min(1, saturationRps() * demand.at(1) / machine.cores());
  }

  /** Where the asymptotes cross: of a server without load, and of a saturated one. */
  double knee() {
    return Asymptotes.knee(saturationRps(), delaySeconds + demand.at(0));
  }

  /** What ends the growth. */
  Bottleneck bottleneck() {
    Station station = station(1);
    if (machine.pool().isPresent() && saturationRps() < station.capacity() * (1 - MILLI)) {
      return machine.pool().get();
    }
    return station.serialLimit() < machine.cores() / station.demandSeconds()
        ? new Bottleneck.SingleThread(serialRole())
        : new Bottleneck.Cores();
  }

  private String serialRole() {
    return trial.serialMicros().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }
}
