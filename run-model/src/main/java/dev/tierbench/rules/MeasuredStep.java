package dev.tierbench.rules;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.HttpStep;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Warmup;
import java.util.List;
import java.util.Optional;

/**
 * All that the rules look at.
 *
 * @param warmup of the JVM that the step was measured on
 * @param pinning of the plan
 */
public record MeasuredStep(
    HttpStep records, Measurements measurements, Optional<Warmup.Run> warmup, Plan.Pinning pinning)
    implements MeasuredWindow {

  @Override
  public Optional<Observed> observed() {
    return records.observed();
  }

  @Override
  public Tiers.Host host() {
    return tiers().host();
  }

  @Override
  public Optional<List<? extends Number>> throughputs() {
    return Optional.of(measured().okPerSecond());
  }

  /** The measured phase; rules are only applied to a step that has one. */
  LoadResult.Phase measured() {
    return records.load(PhaseName.MEASURE).orElseThrow();
  }

  Optional<LoadResult.Phase> traced() {
    return records.load(PhaseName.TRACE);
  }

  /** What the tiers used in the measured phase; rules that need it are applied only with it. */
  Tiers.Phase tiers() {
    return records.tiers(PhaseName.MEASURE).orElseThrow();
  }
}
