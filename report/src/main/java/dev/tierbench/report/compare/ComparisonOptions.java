package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a comparison covers and from which difference on it reports one.
 *
 * @param levels positions on the axis, only these; empty for all that both sides have, or for the
 *     highest of them when rows are about roles or system calls
 * @param role only this one
 * @param threshold the least relative difference that matters
 */
public record ComparisonOptions(
    GroupBy by,
    List<Metric> metrics,
    Set<Integer> levels,
    Optional<String> role,
    double threshold) {

  /** The least difference that matters unless told otherwise. */
  public static final double THRESHOLD = 0.05;

  public ComparisonOptions {
    metrics = List.copyOf(metrics);
    levels = Set.copyOf(levels);
  }

  /** Whether that position on the axis is wanted. */
  boolean covers(int position) {
    return levels.isEmpty() || levels.contains(position);
  }
}
