package dev.tierbench.report.capacity;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What one trial of a server measured, as far as the model needs it.
 *
 * @param cores of the server
 * @param delayMillis that a request waits for echo, for all the calls that it makes in turn
 * @param levels with all of throughput, latency and CPU, by rising concurrency
 * @param serialMicros CPU per request of roles that are a single thread whatever the cores, by role
 */
record MeasuredTrial(
    String name,
    int cores,
    double delayMillis,
    List<MeasuredLevel> levels,
    Map<String, Double> serialMicros) {

  MeasuredTrial {
    levels = levels.stream().sorted(Comparator.comparingInt(MeasuredLevel::concurrency)).toList();
    serialMicros = Map.copyOf(serialMicros);
    if (levels.isEmpty() || cores < 1 || !(delayMillis > 0)) {
      throw new IllegalArgumentException("no trial to model: " + name);
    }
  }

  double highestUtilisation() {
    return levels.stream().mapToDouble(MeasuredLevel::utilisation).max().orElseThrow();
  }

  boolean isSaturated() {
    return levels.stream().anyMatch(MeasuredLevel::isSaturated);
  }
}
