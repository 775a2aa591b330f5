package dev.tierbench.report.capacity;

import dev.tierbench.run.Tier;
import java.util.Map;

/**
 * What one valid step of a trial measured.
 *
 * @param utilisation of the server's cores, from 0 to 1
 * @param cpuMicros of each tier per request; a tier that was not measured is absent
 */
record MeasuredLevel(
    int concurrency,
    double throughputRps,
    double meanMillis,
    double utilisation,
    Map<Tier, Double> cpuMicros) {

  /** Utilisation of the server's cores from which they are the limit. */
  static final double SATURATED = 0.9;

  MeasuredLevel {
    cpuMicros = Map.copyOf(cpuMicros);
  }

  boolean isSaturated() {
    return utilisation >= SATURATED;
  }
}
