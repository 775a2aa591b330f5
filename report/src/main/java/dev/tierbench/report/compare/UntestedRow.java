package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.stats.SamplePair;
import java.util.Optional;

/** A row before it is tested. */
record UntestedRow(RowKey key, SamplePair pair, Optional<Metric> metric) {

  /** A row of which both sides are empty says nothing. */
  boolean isMeasured() {
    return !pair.a().isEmpty() || !pair.b().isEmpty();
  }
}
