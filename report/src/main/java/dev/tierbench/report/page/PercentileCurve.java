package dev.tierbench.report.page;

import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import dev.tierbench.run.record.LatencySummary;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latency by percentile, closer together towards the tail, up to the last percentile with enough
 * samples beyond it, and to the share of requests that failed, whose latencies are not known.
 *
 * @param maxMs empty when a request failed
 */
record PercentileCurve(long requests, Optional<Double> maxMs, List<PercentileCurve.Point> points) {

  private static final int POINTS_PER_HALVING = 4;

  /** A percentile from 0 to 100. */
  record Point(double percentile, double ms) {}

  /**
   * The curve of the correct answers.
   *
   * @param failed requests besides them
   */
  static Optional<PercentileCurve> of(Histogram nanos, long failed) {
    long requests = nanos.getTotalCount();
    if (requests == 0) {
      return Optional.empty();
    }
    DoubleStream ticks =
        StreamSupport.stream(nanos.percentiles(POINTS_PER_HALVING).spliterator(), false)
            .mapToDouble(HistogramIterationValue::getPercentileLevelIteratedTo);
    List<Point> points =
        DoubleStream.concat(ticks, DoubleStream.of(90, 99, 99.9, 99.99))
            .filter(percentile -> LatencySummary.isSupported(requests, percentile))
            .filter(percentile -> !LatencySummary.isAmongFailed(percentile, requests, failed))
            .sorted()
            .mapToObj(percentile -> point(nanos, percentile))
            .toList();
    return Optional.of(
        new PercentileCurve(
            requests,
            failed > 0 ? Optional.empty() : Optional.of(nanos.getMaxValue() / NANOS_PER_MILLI),
            points));
  }

  private static Point point(Histogram nanos, double percentile) {
    return new Point(percentile, nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
  }
}
