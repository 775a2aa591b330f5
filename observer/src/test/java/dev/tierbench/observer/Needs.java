package dev.tierbench.observer;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.run.CaptureLevel;
import org.junit.jupiter.api.Assumptions;

/** Skips a test where the host does not allow it, and prints why. */
public final class Needs {
  private Needs() {}

  /** An observer of exactly that level, with perf's totals beside it when it counts calls. */
  public static Observer level(CaptureLevel level, boolean totals) {
    Observer observer =
        Observer.probe(
            Observer.Settings.standard()
                .withBest(level)
                .withTotals(totals && level.reaches(CaptureLevel.L1)));
    Assumptions.assumeTrue(
        observer.level() == level, () -> skipped("level " + level + ": " + observer.missing()));
    return observer;
  }

  public static void root(String tool) {
    Assumptions.assumeTrue(OwnProcess.REAL.isRoot(), () -> skipped("needs root"));
    Assumptions.assumeTrue(Tools.find(tool).isPresent(), () -> skipped("needs " + tool));
  }

  public static String skipped(String reason) {
    System.out.println("skipped: " + reason);
    return reason;
  }
}
