package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.report.stats.ThroughputPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What cores take from each other: the scalability law of the throughput at saturation against the
 * number of cores, of runs that differ in it.
 *
 * @param coreCounts that have a throughput at saturation, rising
 * @param law empty when there are too few
 */
record CoreScaling(List<Integer> coreCounts, Optional<ScalabilityLaw> law) {

  CoreScaling {
    coreCounts = List.copyOf(coreCounts);
  }

  /**
   * Of one server in several runs. What stops growing without busy cores, as a pool that is too
   * small, is no limit of cores.
   */
  static CoreScaling of(List<MeasuredServer> runs) {
    TreeMap<Integer, List<Double>> throughput = new TreeMap<>();
    runs.stream()
        .flatMap(run -> run.trials().stream())
        .filter(MeasuredTrial::isSaturated)
        .forEach(trial ->
            trial
                .saturationRps()
                .ifPresent(rps ->
                    throughput
                        .computeIfAbsent(trial.cores(), cores -> new ArrayList<>())
                        .add(rps)));
    List<ThroughputPoint> points = new ArrayList<>();
    throughput.forEach(
        (cores, all) -> points.add(new ThroughputPoint(cores, new Sample(all).median())));
    return new CoreScaling(List.copyOf(throughput.keySet()), ScalabilityLaw.fit(points));
  }

  /** By how much a request costs more on so many cores than on others; 1 when that is not known. */
  double contention(int cores, int measuredCores) {
    return law.map(of -> of.at(measuredCores) / measuredCores / (of.at(cores) / cores)).orElse(1.0);
  }
}
