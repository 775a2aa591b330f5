package dev.tierbench.report.capacity;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.report.stats.Knee;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.ThroughputPoint;
import dev.tierbench.run.Tier;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one trial of a server measured, as far as the model needs it.
 *
 * @param cores of the server
 * @param delayMillis that a request waits for the tier behind the server, for all the calls that it
 *     makes in turn
 * @param connections to the database; empty of servers that call echo
 * @param levels with all of throughput, latency and CPU, by rising concurrency
 * @param serialMicros CPU per request of roles that are a single thread whatever the cores, by role
 */
record MeasuredTrial(
    String name,
    int cores,
    double delayMillis,
    Optional<Connections> connections,
    List<MeasuredLevel> levels,
    Map<String, Double> serialMicros) {

  private static final double HALF = 0.5;

  MeasuredTrial {
    levels = levels.stream().sorted(Comparator.comparingInt(MeasuredLevel::concurrency)).toList();
    serialMicros = Map.copyOf(serialMicros);
    if (levels.isEmpty() || cores < 1 || !(delayMillis > 0)) {
      throw new IllegalArgumentException("no trial to model: " + name);
    }
  }

  /** A trial whose servers call echo. */
  MeasuredTrial(
      String name,
      int cores,
      double delayMillis,
      List<MeasuredLevel> levels,
      Map<String, Double> serialMicros) {
    this(name, cores, delayMillis, Optional.empty(), levels, serialMicros);
  }

  /** Empty when the CPU of these tiers was measured at no level. */
  Optional<MeasuredTrial> withCpuOf(Set<Tier> tiers) {
    List<MeasuredLevel> complete =
        levels.stream().filter(level -> level.cpuMicros().keySet().containsAll(tiers)).toList();
    return complete.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MeasuredTrial(name, cores, delayMillis, connections, complete, serialMicros));
  }

  double highestUtilisation() {
    return levels.stream().mapToDouble(MeasuredLevel::utilisation).max().orElseThrow();
  }

  boolean isSaturated() {
    return levels.stream().anyMatch(MeasuredLevel::isSaturated);
  }

  /**
   * The median throughput over the levels beyond the {@link Knee}; empty when it still grew at the
   * top level.
   */
  Optional<Double> saturationRps() {
    List<ThroughputPoint> points =
        levels.stream()
            .map(level -> new ThroughputPoint(level.concurrency(), level.throughputRps()))
            .toList();
    return Knee.of(points)
        .filter(Knee::reached)
        .flatMap(knee ->
            Sample.of(
                    points.stream()
                        .filter(point -> point.concurrency() >= knee.next())
                        .map(ThroughputPoint::throughputRps))
                .middle());
  }

  /**
   * The concurrency at which the two lines cross that no closed system exceeds: throughput grows as
   * without any queue, and not beyond saturation (Denning and Buzen 1978). Empty also when the
   * lowest level has more than half of the throughput.
   */
  Optional<Double> knee() {
    MeasuredLevel lowest = levels.getFirst();
    return saturationRps()
        .filter(saturation -> lowest.throughputRps() <= HALF * saturation)
        .map(saturation -> saturation * lowest.meanMillis() / MILLIS_PER_SECOND);
  }
}
