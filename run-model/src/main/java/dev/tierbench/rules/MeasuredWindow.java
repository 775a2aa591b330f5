package dev.tierbench.rules;

import dev.tierbench.run.Observed;
import dev.tierbench.run.Tiers;
import java.util.List;
import java.util.Optional;

/** What steps of every kind of run have to look at. */
interface MeasuredWindow {

  /** What decides over the counts by thread; empty when none were counted. */
  Optional<Observed> observed();

  /** The whole host in the measured phase. */
  Tiers.Host host();

  /** Throughput in the order of time; empty when a trend is not asked of them. */
  Optional<List<? extends Number>> throughputs();
}
