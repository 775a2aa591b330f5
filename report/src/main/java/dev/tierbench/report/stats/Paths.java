package dev.tierbench.report.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The paths of a Brownian motion from zero that crossed no bound so far, as a density on a grid
 * between the last bounds. Immutable.
 */
final class Paths {

  static final Paths AT_START = new Paths(0, 0, new double[] {1});

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Points of the grid; an even number of steps, as Simpson's rule needs. */
  private static final int POINTS = 401;

  private final double time;
  private final double edge;

  /**
   * Density at the points from the negative edge to the edge; one point alone is all of the paths.
   */
  private final double[] density;

  private Paths(double time, double edge, double[] density) {
    this.time = time;
    this.edge = edge;
    this.density = density;
  }

  private double step() {
    return density.length == 1 ? 1 : 2 * edge / (density.length - 1);
  }

  private double at(int point) {
    return -edge + point * (density.length == 1 ? 0 : step());
  }

  /** Simpson's weight of a point. */
  private double weight(int point) {
    if (density.length == 1) {
      return 1;
    }
    boolean end = point == 0 || point == density.length - 1;
    return step() / 3 * (end ? 1 : point % 2 == 1 ? 4 : 2);
  }

  /** The share of all paths that is above a bound of the standardised value at a later time. */
  double crossing(double later, double bound) {
    double deviation = Math.sqrt(later - time);
    double share = 0;
    for (int point = 0; point < density.length; point++) {
      double gap = (bound * Math.sqrt(later) - at(point)) / deviation;
      share += weight(point) * density[point] * NORMAL.survivalProbability(gap);
    }
    return share;
  }

  /** The paths that are within a bound on both sides at a later time. */
  Paths going(double later, double bound) {
    double deviation = Math.sqrt(later - time);
    Paths next = new Paths(later, bound * Math.sqrt(later), new double[POINTS]);
    for (int to = 0; to < POINTS; to++) {
      double sum = 0;
      for (int from = 0; from < density.length; from++) {
        sum +=
            weight(from)
                * density[from]
                * NORMAL.density((next.at(to) - at(from)) / deviation)
                / deviation;
      }
      next.density[to] = sum;
    }
    return next;
  }
}
