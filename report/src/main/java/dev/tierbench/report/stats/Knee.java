package dev.tierbench.report.stats;

import java.util.List;
import java.util.Optional;

/**
 * The point at which a server stops to scale: the highest level up to which throughput still grows
 * by at least half of what concurrency grows by, level by level.
 *
 * @param next the first point that grew less; the same as {@code concurrency} when none did
 * @param reached false when throughput still grew so at the last point: the knee lies beyond it
 */
public record Knee(int concurrency, int next, boolean reached) {

  private static final double HALF = 0.5;

  /** Whether a level that is no point could have been the knee. */
  public boolean mayLieAt(int level) {
    return level > concurrency && (level < next || !reached);
  }

  /** The knee of points of rising concurrency; empty with fewer than two. */
  public static Optional<Knee> of(List<ThroughputPoint> points) {
    if (points.size() < 2) {
      return Optional.empty();
    }
    for (int i = 1; i < points.size(); i++) {
      ThroughputPoint before = points.get(i - 1);
      double proportional = (double) points.get(i).concurrency() / before.concurrency() - 1;
      double growth = points.get(i).throughputRps() / before.throughputRps() - 1;
      if (growth < HALF * proportional) {
        return Optional.of(new Knee(before.concurrency(), points.get(i).concurrency(), true));
      }
    }
    int last = points.getLast().concurrency();
    return Optional.of(new Knee(last, last, false));
  }
}
