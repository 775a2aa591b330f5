package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.http.drive.foreign.ForeignGenerator;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.tier.Backend;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.util.Optional;

/**
 * Drives the load of a step: by our generator here, by one on each of several hosts, or by others'.
 */
public sealed interface LoadDriver permits OwnDriver, TeamDriver, ForeignDriver {

  /**
   * Drives all phases, and leaves what the generator measured in the folder of the step.
   *
   * @throws IOException when the load was not driven to its end
   */
  LoadResult drive(StepLoad load, StepPhases phases, LoadListener listener)
      throws IOException, InterruptedException;

  /**
   * The driver that the plan of the commands asks for.
   *
   * @param backend the tier that servers call; empty when they call none
   */
  static LoadDriver of(OwnDriver own, Optional<Backend> backend, ResourceSampler sampler) {
    Optional<ForeignGenerator> foreign = ForeignGenerator.of(own.commands().plan().generator());
    if (foreign.isPresent()) {
      return new ForeignDriver(foreign.get(), own, backend, sampler);
    }
    return sampler.hosts().generators().isEmpty()
        ? own
        : new TeamDriver(own, sampler.hosts().generators());
  }
}
