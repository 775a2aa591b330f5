package dev.tierbench.report.compare;

import dev.tierbench.report.metric.Metric;
import dev.tierbench.report.stats.Pair;
import java.util.Optional;

/** A row before it is judged. */
record Questioned(RowKey key, Pair pair, Optional<Metric> metric) {

  /** A row of which both sides are empty says nothing. */
  boolean isMeasured() {
    return !pair.a().isEmpty() || !pair.b().isEmpty();
  }
}
