package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.SamplePair;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A row before it is tested.
 *
 * @param trials of both sides in the cells that the row is about
 * @param hosts how fast they were around the steps; none when they were not probed, or when the
 *     value does not depend on it
 */
record UntestedRow(
    RowKey key,
    SamplePair pair,
    TrialCounts trials,
    Optional<Metric> metric,
    List<HostDifference> hosts) {

  UntestedRow {
    hosts = List.copyOf(hosts);
  }

  /** Whether either side has a value. */
  boolean isMeasured() {
    return !pair.a().isEmpty() || !pair.b().isEmpty();
  }

  /** Whether it is about one of those metrics, by their ids. */
  boolean isOf(Set<String> metrics) {
    return metric.map(Metric::id).filter(metrics::contains).isPresent();
  }

  /** What the hosts leave of the result of its test. */
  DifferenceResult limited(DifferenceResult tested, double threshold) {
    if (pair.isNegligible()) {
      return tested;
    }
    DifferenceResult result = tested;
    for (HostDifference host : hosts) {
      result = host.limits(result, pair.better(), threshold);
    }
    return result;
  }
}
