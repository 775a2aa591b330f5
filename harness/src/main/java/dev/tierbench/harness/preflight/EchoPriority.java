package dev.tierbench.harness.preflight;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.run.plan.HttpPlan;

/** Which of the helpers goes first on a core that they share. */
public final class EchoPriority {

  private EchoPriority() {}

  /** Whether the echo tier of a plan goes first, which takes that this process may let it. */
  public static boolean isFirst(HttpPlan plan) {
    return plan.echoSharesACore() && OwnProcess.REAL.mayRaisePriority();
  }
}
