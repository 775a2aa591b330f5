package dev.tierbench.report.page;

import dev.tierbench.run.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Latency by percentile, closer together towards the tail, up to the last percentile with enough
 * samples beyond it.
 */
record PercentileCurve(long requests, double maxMs, List<PercentileCurve.Point> points) {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int POINTS_PER_HALVING = 4;
  private static final int HALVINGS = 20;

  /** A percentile from 0 to 100. */
  record Point(double percentile, double ms) {}

  static Optional<PercentileCurve> of(Histogram nanos) {
    long requests = nanos.getTotalCount();
    if (requests == 0) {
      return Optional.empty();
    }
    List<Point> points = new ArrayList<>();
    for (int i = 0; i <= HALVINGS * POINTS_PER_HALVING; i++) {
      double percentile = 100 * (1 - Math.pow(2, -(double) i / POINTS_PER_HALVING));
      if (LatencySummary.isSupported(requests, percentile)) {
        points.add(point(nanos, percentile));
      }
    }
    for (double percentile : new double[] {90, 99, 99.9, 99.99}) {
      if (LatencySummary.isSupported(requests, percentile)) {
        points.add(point(nanos, percentile));
      }
    }
    points.sort(java.util.Comparator.comparingDouble(Point::percentile));
    return Optional.of(
        new PercentileCurve(requests, nanos.getMaxValue() / NANOS_PER_MILLI, points));
  }

  private static Point point(Histogram nanos, double percentile) {
    return new Point(percentile, nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
  }
}
