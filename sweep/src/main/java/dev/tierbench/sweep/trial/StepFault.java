package dev.tierbench.sweep.trial;

import dev.tierbench.sweep.tier.Child;

/** An event that ended a step before it was measured; the message is for a reader of the run. */
public final class StepFault extends Exception {

  private static final int LINES = 5;

  StepFault(String message) {
    super(message);
  }

  StepFault(String message, Throwable cause) {
    super(message, cause);
  }

  /** With the last lines of the log of the child that it is about. */
  static StepFault of(Child child, String message) {
    String log = String.join("\n  ", child.lastLines(LINES));
    return new StepFault(
        message + (log.isEmpty() ? "; its log is empty" : "; its log ends:\n  " + log));
  }
}
