package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Tally;

/**
 * The task of the suite: blocks its thread for {@code sleep_millis} and tells the tally its index.
 */
public record Sleeper(int millis) {

  /** The second of the study, unless the settings say otherwise. */
  public static Sleeper of(Settings settings) {
    return new Sleeper(settings.number("sleep_millis", 1000));
  }

  public void sleep(int index, Tally tally) {
    if (index == 0) {
      tally.parkedAt(StackWalker.getInstance().walk(frames -> (int) frames.count()));
    }
    try {
      Thread.sleep(millis);
      tally.completed(index);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      tally.ended(e);
    }
  }
}
