package dev.tierbench.rules;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Warmup;
import java.util.List;
import java.util.Optional;

/**
 * All that the rules look at: what the files of one step and the warm-up of its trial hold.
 *
 * @param pinning of the plan
 */
public record MeasuredStep(
    LoadResult load,
    Tiers tiers,
    Optional<Warmup.Run> warmup,
    Optional<Observed> observed,
    Plan.Pinning pinning) {

  /** The phase with the tracer attached. */
  public static final String COUNTED = "counted";

  /** The scored phase. */
  public static final String SCORED = "clean";

  /** Whether no other tier may run on the cores of that one. */
  static boolean hasCoresOfItsOwn(Tiers.Phase phase, Tiers.Tier tier) {
    CpuList own = CpuList.parse(tier.cpus());
    List<Tiers.Tier> others =
        phase.tiers().stream().filter(other -> !other.role().equals(tier.role())).toList();
    return others.stream().noneMatch(other -> CpuList.parse(other.cpus()).overlaps(own));
  }
}
