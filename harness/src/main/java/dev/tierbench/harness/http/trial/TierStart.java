package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.tier.RunningTier;
import java.io.IOException;
import java.time.Duration;

/**
 * The start of a tier.
 *
 * @param name of the tier in messages
 * @param limit within which it has to be ready
 */
record TierStart(String name, Duration limit) {

  /** Waits for a tier; false when it ended, or time was up. */
  @FunctionalInterface
  interface Waiting {
    boolean untilReady(RunningTier tier) throws IOException, InterruptedException;
  }

  /** What is done once with a tier that is ready. */
  @FunctionalInterface
  interface Use {
    void of(RunningTier tier) throws IOException, InterruptedException;
  }

  /**
   * Waits until a tier is ready, and passes it on.
   *
   * @return the tier
   * @throws IOException when it is not ready or cannot be used; it is ended then
   */
  RunningTier await(RunningTier tier, Waiting waiting, Use use)
      throws IOException, InterruptedException {
    try {
      if (!waiting.untilReady(tier)) {
        String reason =
            tier.isAlive()
                ? name + " was not ready within " + limit.toSeconds() + " s"
                : tier.howItEnded() + " before it was ready";
        tier.kill(); // its last words are part of the message
        throw StepFault.of(tier, reason);
      }
      use.of(tier);
      return tier;
    } catch (IOException e) {
      tier.kill();
      throw e;
    }
  }
}
