package dev.tierbench.report.stats;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * How the logarithm of the ratio of two subjects scatters: the two levels of repetition of Kalibera
 * and Jones (2013), windows within a round and rounds of fresh JVMs.
 *
 * @param windows standard deviation from one window of each to the next, within a round
 * @param rounds standard deviation from round to round beyond what their windows explain; 0 when
 *     those explain it all
 */
public record WindowScatter(double windows, double rounds) {

  /**
   * The scatter of some rounds.
   *
   * @param logRatios of each round, those of its windows in their order
   * @return empty with less than two rounds of at least two windows
   */
  public static Optional<WindowScatter> of(List<double[]> logRatios) {
    List<double[]> rounds = logRatios.stream().filter(round -> round.length > 1).toList();
    if (rounds.size() < 2) {
      return Optional.empty();
    }
    double squares = rounds.stream().mapToDouble(WindowScatter::squares).sum();
    double within = squares / rounds.stream().mapToInt(round -> round.length - 1).sum();
    double explained =
        rounds.stream().mapToDouble(round -> within / round.length).average().orElseThrow();
    double between =
        Variance.of(rounds.stream().mapToDouble(WindowScatter::mean).toArray()).getAsDouble();
    return Optional.of(
        new WindowScatter(Math.sqrt(within), Math.sqrt(Math.max(0, between - explained))));
  }

  private static double mean(double[] values) {
    return Mean.of(values).getAsDouble();
  }

  private static double squares(double[] values) {
    double mean = mean(values);
    return DoubleStream.of(values).map(value -> (value - mean) * (value - mean)).sum();
  }
}
