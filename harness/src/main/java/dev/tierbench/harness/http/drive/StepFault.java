package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.IoAction;
import dev.tierbench.run.IoSupplier;
import java.io.IOException;
import java.time.Duration;

/** An event that ended a step before it was measured; the message is for a reader of the run. */
public final class StepFault extends IOException {

  private static final int LINES = 5;

  public StepFault(String message) {
    super(message);
  }

  public StepFault(String message, Throwable cause) {
    super(message, cause);
  }

  /** A fault with the last lines of the log of the tier or generator that it is about. */
  public static StepFault of(RunningTier about, String message) throws InterruptedException {
    String log = String.join("\n  ", about.lastLines(LINES));
    return new StepFault(log.isEmpty() ? message : message + "; its log ends:\n  " + log);
  }

  /** Waits for a tier; false when it ended, or time was up. */
  @FunctionalInterface
  public interface Waiting {
    boolean untilReady(RunningTier tier) throws IOException, InterruptedException;
  }

  /** The tier that was started, when it is ready; one that cannot be used is ended. */
  public static RunningTier ready(String name, RunningTier tier, Duration limit, Waiting waiting)
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
      return tier;
    } catch (IOException e) {
      tier.kill();
      throw e;
    }
  }

  /** Runs a part of a step; the message of its failure begins with what that means. */
  public static void explained(String meaning, IoAction part)
      throws StepFault, InterruptedException {
    try {
      part.run();
    } catch (IOException e) {
      throw because(meaning, e);
    }
  }

  /** Runs a part of a step; the message of its failure begins with what that means. */
  public static <T> T explained(String meaning, IoSupplier<T> part)
      throws StepFault, InterruptedException {
    try {
      return part.get();
    } catch (IOException e) {
      throw because(meaning, e);
    }
  }

  private static StepFault because(String meaning, IOException cause) {
    return new StepFault(meaning + ": " + cause.getMessage(), cause);
  }
}
