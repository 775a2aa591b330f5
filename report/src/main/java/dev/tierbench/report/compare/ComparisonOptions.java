package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a comparison covers and from which difference on it reports one.
 *
 * @param wanted by parameter the values that are compared; of a parameter that is not named, all
 *     that both sides have. Nothing named, rows about roles or system calls are of the last cell
 * @param role only this one
 * @param threshold the least relative difference that matters
 */
public record ComparisonOptions(
    GroupBy by,
    List<Metric> metrics,
    Map<String, Set<String>> wanted,
    Optional<String> role,
    double threshold) {

  public ComparisonOptions {
    metrics = List.copyOf(metrics);
    wanted = Map.copyOf(wanted);
  }

  /** Whether a cell with those parameters is wanted. */
  boolean covers(Parameters at) {
    return at.isAmong(wanted);
  }
}
