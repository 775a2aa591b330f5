package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.run.IoAction;
import dev.tierbench.run.IoSupplier;
import java.io.IOException;

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
