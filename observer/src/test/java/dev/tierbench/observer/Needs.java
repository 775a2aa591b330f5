package dev.tierbench.observer;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.observer.trace.CaptureLevel;
import org.junit.jupiter.api.Assumptions;

/** Skips a test where the host does not allow it, and says why in the output. */
final class Needs {
  private Needs() {}

  /** An observer of exactly that level, with perf's totals beside it when it counts calls. */
  static Observer level(CaptureLevel level, boolean totals) {
    Observer observer =
        Observer.sense(
            Observer.Settings.standard()
                .withBest(level)
                .withTotals(totals && level.reaches(CaptureLevel.L1)));
    Assumptions.assumeTrue(
        observer.level() == level, () -> say("level " + level + ": " + observer.missing()));
    return observer;
  }

  static void root(String tool) {
    Assumptions.assumeTrue(OwnProcess.REAL.isRoot(), () -> say("needs root"));
    Assumptions.assumeTrue(Tools.find(tool).isPresent(), () -> say("needs " + tool));
  }

  static String say(String reason) {
    System.out.println("skipped: " + reason);
    return reason;
  }
}
