package dev.tierbench.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A metric, and how it is made of the records of a cell.
 *
 * @param value empty when it was not measured
 */
record Formula<S>(Metric metric, Function<S, Optional<Double>> value) {

  static <S> List<Metric> metrics(List<Formula<S>> formulas) {
    return formulas.stream().map(Formula::metric).toList();
  }

  /** What was measured, by the id of the metric. */
  static <S> Map<String, Double> values(List<Formula<S>> formulas, S records) {
    Map<String, Double> values = new LinkedHashMap<>();
    formulas.forEach(each -> Metric.put(values, each.metric, each.value.apply(records)));
    return values;
  }
}
