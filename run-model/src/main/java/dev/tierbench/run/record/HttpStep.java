package dev.tierbench.run.record;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

  /**
   * The step as each window of a phase alone would be, in their order; none of a phase that was not
   * interrupted. Nothing else of the step is in them.
   */
  public List<HttpStep> windows(PhaseName phase) {
    List<LoadResult.Phase> loads = load(phase).map(LoadResult.Phase::windows).orElse(List.of());
    List<Tiers.Phase> used = tiers.windows(phase.id());
    if (loads.size() != used.size()) {
      return List.of();
    }
    return IntStream.range(0, loads.size())
        .mapToObj(i ->
            new HttpStep(
                load.withPhases(List.of(loads.get(i).withName(phase.id()))),
                tiers.with(next -> next.phases(List.of(used.get(i))).hostSpeed(Optional.empty())),
                Optional.empty(),
                Optional.empty()))
        .toList();
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
