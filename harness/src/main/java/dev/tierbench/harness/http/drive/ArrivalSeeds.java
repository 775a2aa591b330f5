package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.run.NamedSeed;
import dev.tierbench.run.Load;
import dev.tierbench.run.Parameters;

/**
 * The seeds that the gaps between arrivals of a step are drawn from. Each generator and each round
 * has its own; all servers of a round meet the same arrivals, so that they are compared in pairs.
 *
 * @param round which trial of its server it is, from 1
 */
public record ArrivalSeeds(int round, Parameters step) {

  /** A whole number in JSON holds no more bits for every reader. */
  private static final int SPARE_BITS = 16;

  /**
   * A load with the seed of its generator; of the closed model, which draws nothing, as it is.
   *
   * @param generator counted from 1
   */
  public Load seeded(Load load, int generator) {
    return switch (load) {
      case Load.Closed closed -> closed;
      case Load.Open open -> open.withSeed(seed(generator));
    };
  }

  private long seed(int generator) {
    return NamedSeed.of(round + "/" + step.folder() + "/" + generator) >>> SPARE_BITS;
  }
}
