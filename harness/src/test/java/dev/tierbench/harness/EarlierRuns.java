package dev.tierbench.harness;

import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Samples;
import java.util.List;

/** Manifests of runs that were cut short. */
public final class EarlierRuns {
  private EarlierRuns() {}

  /** A run of that plan on no host in particular, which planned no trial. */
  public static Manifest of(Plan plan) {
    return Samples.manifest("earlier", plan)
        .with(next -> next.state(Manifest.State.PARTIAL).trialOrder(List.of()));
  }
}
