package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.run.Load;
import dev.tierbench.run.file.RunFolder;
import java.util.List;

/**
 * The load of a step, and where its records go.
 *
 * @param seeds of the arrivals, by generator
 * @param needed tiers whose end ends the step
 */
public record StepLoad(
    WorkRequest request,
    Load load,
    ArrivalSeeds seeds,
    RunFolder.Step step,
    List<RunningTier> needed) {

  public StepLoad {
    needed = List.copyOf(needed);
  }
}
