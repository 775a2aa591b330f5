package dev.tierbench.loadgen.output;

import dev.tierbench.run.record.LatencySummary;
import java.util.function.DoublePredicate;

/** Latencies of all requests, as far as those of the answered ones tell them. */
final class KnownLatencies {

  private KnownLatencies() {}

  /**
   * Returns the latencies without the percentiles whose tails are within the share of failed
   * requests, and without the longest one when any request failed.
   */
  static LatencySummary of(LatencySummary answered, long ok, long failed) {
    DoublePredicate known = percentile -> !LatencySummary.isAmongFailed(percentile, ok, failed);
    return new LatencySummary(
        answered.mean(),
        answered.p50().filter(any -> known.test(50)),
        answered.p90().filter(any -> known.test(90)),
        answered.p99().filter(any -> known.test(99)),
        answered.p999().filter(any -> known.test(99.9)),
        answered.max().filter(any -> known.test(100)));
  }
}
