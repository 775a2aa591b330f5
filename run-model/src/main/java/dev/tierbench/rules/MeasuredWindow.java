package dev.tierbench.rules;

import dev.tierbench.rules.trend.Throughputs;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Tiers;
import java.util.Optional;

/** What steps of every kind of run have to look at. */
interface MeasuredWindow {

  /** What decides over the counts by thread; empty when none were counted. */
  Optional<Observation> observed();

  /** The whole host in the measured phase. */
  Tiers.Host host();

  /** How late the measured window was cut. */
  BoundaryLag boundaryLag();

  /**
   * How late a window was cut.
   *
   * @param host whose window it is; empty on the only one
   * @param waits whether what is measured does nothing at the boundaries until it was read
   */
  record BoundaryLag(String host, long lagNs, long windowNs, boolean waits) {

    double percent() {
      return 100.0 * lagNs / windowNs;
    }

    /** No snapshot is taken before its boundary: such a record says nothing of the lag. */
    boolean isUnknown() {
      return lagNs < 0;
    }
  }

  /** Throughput in the order of time; empty when a trend is not asked of them. */
  Optional<Throughputs> throughputs();
}
