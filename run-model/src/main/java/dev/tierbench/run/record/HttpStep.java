package dev.tierbench.run.record;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import java.util.Optional;

/**
 * The records of one HTTP step.
 *
 * @param observed whether the threads' counts may be used; empty when none were counted
 * @param profile what the profiled phase came to; empty when there was none
 */
public record HttpStep(
    LoadResult load, Tiers tiers, Optional<Observation> observed, Optional<Profile> profile) {
  /** The same with the speed of the host beside the best of a run. */
  public HttpStep against(Optional<HostSpeed.Best> best) {
    return new HttpStep(load, tiers.against(best), observed, profile);
  }

  public Optional<LoadResult.Phase> load(PhaseName phase) {
    return load.phase(phase.id());
  }

  public Optional<Tiers.Phase> tiers(PhaseName phase) {
    return tiers.phase(phase.id());
  }

  /** What a tier used in a phase. */
  public Optional<Tiers.Usage> tier(PhaseName phase, Tier tier) {
    return tiers(phase).flatMap(found -> found.tier(tier));
  }
}
