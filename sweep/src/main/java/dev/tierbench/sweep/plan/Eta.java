package dev.tierbench.sweep.plan;

import dev.tierbench.run.Plan;

/**
 * How long the parts of a plan take, in seconds. A warm-up counts with its cap, so the whole is
 * rather too long than too short.
 */
public record Eta(Plan plan) {

  /** From the start of a server's JVM to its first answer, with its end. */
  private static final double SERVER_START_SECONDS = 7;

  /** The start of a load generator, its connections, and the checks after it. */
  private static final double STEP_OVERHEAD_SECONDS = 2;

  public double step() {
    return plan.settleSeconds() + plan.cleanSeconds() + STEP_OVERHEAD_SECONDS;
  }

  public double preparation() {
    return SERVER_START_SECONDS + plan.warmup().capSeconds();
  }

  public double total() {
    return plan.order().size() * (preparation() + plan.levels().size() * step());
  }
}
