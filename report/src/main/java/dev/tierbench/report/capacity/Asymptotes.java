package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.Knee;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.ThroughputPoint;
import java.util.List;
import java.util.Optional;

/**
 * The two lines that no closed system exceeds: throughput grows with concurrency as without any
 * queue, and not beyond saturation (Denning and Buzen 1978). They cross at the knee.
 */
final class Asymptotes {

  private static final double HALF = 0.5;
  private static final double MILLI = 1e-3;

  private Asymptotes() {}

  /** The concurrency at which they cross. */
  static double knee(double saturationRps, double unloadedSeconds) {
    return saturationRps * unloadedSeconds;
  }

  /**
   * The median throughput of a trial over its levels beyond {@link Knee}; empty when it still grew
   * at the top level.
   */
  static Optional<Double> measuredSaturationRps(MeasuredTrial trial) {
    List<ThroughputPoint> points =
        trial.levels().stream()
            .map(level -> new ThroughputPoint(level.concurrency(), level.throughputRps()))
            .toList();
    return Knee.of(points)
        .filter(Knee::reached)
        .flatMap(knee ->
            new Sample(
                    points.stream()
                        .filter(point -> point.concurrency() >= knee.next())
                        .map(ThroughputPoint::throughputRps)
                        .toList())
                .middle());
  }

  /** The knee of a trial; empty also when its lowest level has more than half of the throughput. */
  static Optional<Double> measuredKnee(MeasuredTrial trial) {
    MeasuredLevel lowest = trial.levels().getFirst();
    return measuredSaturationRps(trial)
        .filter(saturation -> lowest.throughputRps() <= HALF * saturation)
        .map(saturation -> knee(saturation, lowest.meanMillis() * MILLI));
  }
}
