package dev.tierbench.report.capacity;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.run.Tier;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One trial as a closed network, on its own cores or on others: CPU per request follows the
 * utilisation that it brings about itself, and requests beyond the pool wait for a thread of it.
 */
final class TrialModel {

  /** A share of the capacity that is no distance from it. */
  private static final double NO_DISTANCE = 1e-3;

  /** Halvings of the utilisation, to a thousandth of what three digits show. */
  private static final int HALVINGS = 20;

  private final MeasuredTrial trial;
  private final Machine machine;
  private final Demand demand;
  private final double delaySeconds;

  /** The role of a single thread that costs the most, in microseconds per request. */
  private final Optional<Map.Entry<String, Double>> serial;

  /**
   * Machine for which a trial is modelled.
   *
   * @param contention by how much a request costs more than on the measured cores; 1 for nothing
   * @param pool the most requests that the server has under way; empty for no limit
   */
  record Machine(int cores, Set<Tier> sharing, double contention, Optional<Pool> pool) {

    Machine {
      sharing = Set.copyOf(sharing);
    }

    /** The cores that a trial was measured on. */
    static Machine of(MeasuredTrial trial, Optional<Pool> pool) {
      return new Machine(trial.cores(), Set.of(), 1, pool);
    }
  }

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
                    / MICROS_PER_SECOND
                    * onCores.stream().mapToDouble(tier -> level.cpuMicros().get(tier)).sum());
    this.delaySeconds = trial.delayMillis() / MILLIS_PER_SECOND;
    this.serial = trial.serialMicros().entrySet().stream().max(Map.Entry.comparingByValue());
  }

  /**
   * The values of the model at a level.
   *
   * @param isCarried as {@link #carries}
   */
  record Predicted(double throughputRps, double p50Millis, double utilisation, boolean isCarried) {}

  /** CPU per request is known up to the highest utilisation, and beyond it only from saturation. */
  boolean carries(double utilisation) {
    return trial.isSaturated() || utilisation <= trial.highestUtilisation();
  }

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
        (waitingForThread + state.medianSeconds()) * MILLIS_PER_SECOND,
        high,
        carries(high));
  }

  /** Requests per second of a measured level, had its requests run in step. */
  double inStepRps(MeasuredLevel level) {
    return network(level.utilisation()).inStepRps(inside(level.concurrency()));
  }

  private int inside(int concurrency) {
    return machine.pool().map(pool -> Math.min(concurrency, pool.size())).orElse(concurrency);
  }

  private ClosedNetwork network(double utilisation) {
    return new ClosedNetwork(
        delaySeconds,
        trial.connections().map(Connections::mostRps).orElse(Double.POSITIVE_INFINITY),
        station(utilisation));
  }

  private Station station(double utilisation) {
    double serialSeconds = serial.map(Map.Entry::getValue).orElse(0.0) / MICROS_PER_SECOND;
    return new Station(machine.cores(), demand.at(utilisation), serialSeconds);
  }

  /** Requests per second that no concurrency exceeds. */
  double saturationRps() {
    double capacity = network(1).capacity();
    return machine.pool().isPresent()
        ? Math.min(capacity, at(machine.pool().get().size()).throughputRps())
        : capacity;
  }

  /** How busy the cores are then. */
  double saturationUtilisation() {
    return Math.min(1, saturationRps() * demand.at(1) / machine.cores());
  }

  /** The concurrency at which the asymptotes cross, as {@link MeasuredTrial#knee}. */
  double knee() {
    return saturationRps() * (delaySeconds + demand.at(0));
  }

  /**
   * What ends the growth: a pool of threads or of connections that is full, the only thread of a
   * role, or the cores.
   */
  String bottleneck() {
    Station station = station(1);
    if (machine.pool().isPresent() && saturationRps() < network(1).capacity() * (1 - NO_DISTANCE)) {
      return machine.pool().get().description();
    }
    Optional<Connections> connections =
        trial.connections().filter(pool -> pool.mostRps() < station.capacity());
    if (connections.isPresent()) {
      return connections.get().pool().description();
    }
    return station.serialLimit() < machine.cores() / station.demandSeconds()
        ? "the one " + serial.orElseThrow().getKey() + " thread"
        : "the cores";
  }
}
