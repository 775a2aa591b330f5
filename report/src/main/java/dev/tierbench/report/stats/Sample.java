package dev.tierbench.report.stats;

import dev.tierbench.metrics.Median;
import dev.tierbench.metrics.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One value of each trial, rising; the trial (a fresh JVM) is the unit. */
public record Sample(List<Double> values) {

  public Sample {
    values = values.stream().sorted().toList();
    if (!values.stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException("not a finite value in " + values);
    }
  }

  public static Sample of(Stream<Double> values) {
    return new Sample(values.toList());
  }

  public int size() {
    return values.size();
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public double median() {
    return middle().orElseThrow();
  }

  /** The median of a sample that may be empty, with as many digits as a value is stored with. */
  public Optional<Double> middle() {
    return Median.of(values).map(Metric::rounded);
  }

  public Optional<Double> least() {
    return values.stream().findFirst();
  }

  public Optional<Double> most() {
    return values.reversed().stream().findFirst();
  }

  boolean isPositive() {
    return !values.isEmpty() && values.getFirst() > 0;
  }

  double[] logs() {
    return values.stream().mapToDouble(Math::log).toArray();
  }

  double[] toArray() {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
