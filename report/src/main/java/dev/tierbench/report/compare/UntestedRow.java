package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.stats.SamplePair;
import java.util.Optional;

/**
 * A row before it is tested.
 *
 * @param host how fast it was around the steps; empty when it was not probed, or when the value
 *     does not depend on it
 */
record UntestedRow(
    RowKey key, SamplePair pair, Optional<Metric> metric, Optional<HostDifference> host) {

  /** Whether either side has a value. */
  boolean isMeasured() {
    return !pair.a().isEmpty() || !pair.b().isEmpty();
  }
}
