package dev.tierbench.report.stats;

import java.util.List;
import java.util.Optional;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * How much a value grows with another, by least squares.
 *
 * @param value for one more of the other
 * @param halfWidth of its interval of 95 %; empty with two points or on a line without scatter
 */
public record Slope(double value, Optional<Double> halfWidth) {

  /** Fewer places say nothing of a line. */
  public static final int LEAST_PLACES = 3;

  private static final double ALPHA = 0.05;

  /** A point of a plane. */
  public record Point(double x, double y) {}

  /** The slope through points; empty when they lie at fewer than three places. */
  public static Optional<Slope> of(List<Point> points) {
    if (points.stream().map(Point::x).distinct().count() < LEAST_PLACES) {
      return Optional.empty();
    }
    SimpleRegression line = new SimpleRegression();
    points.forEach(point -> line.addData(point.x(), point.y()));
    return Optional.of(
        new Slope(
            line.getSlope(),
            Optional.of(line.getSlopeConfidenceInterval(ALPHA)).filter(Double::isFinite)));
  }
}
