package dev.tierbench.rules.trend;

import java.util.ArrayList;
import java.util.List;

/**
 * Throughput in the order of time.
 *
 * @param values per second, or of runs one after another
 * @param seconds that each value is the mean of
 */
public record Throughputs(List<? extends Number> values, int seconds) {

  public Throughputs {
    values = List.copyOf(values);
  }

  /** Makes it of the throughput of each second, or of each run. */
  public static Throughputs each(List<? extends Number> values) {
    return new Throughputs(values, 1);
  }

  /**
   * Throughput by whole service times, where these take seconds: connections that began together
   * send and wait together, and a second has all of their answers or none.
   *
   * @param perSecond answers of each second; what is left after the last whole service time is not
   *     among the values
   */
  public static Throughputs of(List<? extends Number> perSecond, double serviceSeconds) {
    int seconds = Math.max(1, (int) Math.round(serviceSeconds));
    if (seconds == 1) {
      return each(perSecond);
    }
    List<Double> means = new ArrayList<>();
    for (int end = seconds; end <= perSecond.size(); end += seconds) {
      means.add(
          perSecond.subList(end - seconds, end).stream()
              .mapToDouble(Number::doubleValue)
              .average()
              .orElseThrow());
    }
    return new Throughputs(means, seconds);
  }
}
