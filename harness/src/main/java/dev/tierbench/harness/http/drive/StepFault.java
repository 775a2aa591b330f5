package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.tier.RunningTier;
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

  /** A part of a step. */
  public interface Part<T> {
    T run() throws IOException, InterruptedException;
  }

  /** A part of a step without a result. */
  public interface Act {
    void run() throws IOException, InterruptedException;
  }

  /** Runs a part of a step; the message of its failure begins with what that means. */
  public static void explained(String meaning, Act act) throws StepFault, InterruptedException {
    Object unused =
        explained(
            meaning,
            () -> {
              act.run();
              return meaning;
            });
  }

  /** Runs a part of a step; the message of its failure begins with what that means. */
  public static <T> T explained(String meaning, Part<T> part)
      throws StepFault, InterruptedException {
    try {
      return part.run();
    } catch (IOException e) {
      throw new StepFault(meaning + ": " + e.getMessage(), e);
    }
  }
}
