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
   * Scaling of one server over several runs. A step that does not keep its cores busy is left out:
   * it was limited by something else, such as a pool.
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

  /**
   * Factor by which a request costs more on {@code cores} than on the measured ones; 1 if unknown.
   */
  double contention(int cores, int measuredCores) {
    return law.map(of -> of.at(measuredCores) / measuredCores / (of.at(cores) / cores)).orElse(1.0);
  }
}
