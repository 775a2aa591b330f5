package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.Sample;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * CPU time per request by how busy the cores are: linear between the measured points, constant
 * beyond them. Saturated levels are one point, their median. A demand that varies with the load, in
 * place of the constant of the textbook, is after Kattepur and Nambiar 2015 (MVASD).
 *
 * @param seconds by utilisation, from 0 to 1
 */
record Demand(NavigableMap<Double, Double> seconds) {

  Demand {
    seconds = Collections.unmodifiableNavigableMap(new TreeMap<>(seconds));
    if (seconds.isEmpty()) {
      throw new IllegalArgumentException("a demand needs a measured level");
    }
  }

  /** The demand that the function gives for each of some levels. */
  static Demand of(List<MeasuredLevel> levels, ToDoubleFunction<MeasuredLevel> seconds) {
    Map<Double, List<Double>> measured =
        levels.stream()
            .collect(
                Collectors.groupingBy(
                    level -> level.isSaturated() ? 1.0 : level.utilisation(),
                    Collectors.mapping(seconds::applyAsDouble, Collectors.toList())));
    TreeMap<Double, Double> points = new TreeMap<>();
    measured.forEach((at, values) -> points.put(at, new Sample(values).median()));
    return new Demand(points);
  }

  /** Seconds of CPU per request at a utilisation. */
  double at(double utilisation) {
    Map.Entry<Double, Double> below = seconds.floorEntry(utilisation);
    Map.Entry<Double, Double> above = seconds.ceilingEntry(utilisation);
    if (below == null || above == null) {
      return (below == null ? above : below).getValue();
    }
    double width = above.getKey() - below.getKey();
    double share = width > 0 ? (utilisation - below.getKey()) / width : 0;
    return below.getValue() + share * (above.getValue() - below.getValue());
  }
}
