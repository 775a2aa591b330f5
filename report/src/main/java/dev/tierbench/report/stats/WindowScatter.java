package dev.tierbench.report.stats;

import dev.tierbench.run.protocol.Decisions;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * The scatter of the ratio of two subjects on the two levels of repetition of Kalibera and Jones
 * (2013): windows within a round, and rounds of fresh JVMs.
 */
public final class WindowScatter {
  private WindowScatter() {}

  /**
   * The scatter of some rounds.
   *
   * @param logRatios of each round, those of its windows in their order
   * @return empty with less than two rounds of at least two windows
   */
  public static Optional<Decisions.Scatter> of(List<double[]> logRatios) {
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
        new Decisions.Scatter(Math.sqrt(within), Math.sqrt(Math.max(0, between - explained))));
  }

  private static double mean(double[] values) {
    return Mean.of(values).getAsDouble();
  }

  private static double squares(double[] values) {
    double mean = mean(values);
    return DoubleStream.of(values).map(value -> (value - mean) * (value - mean)).sum();
  }
}
