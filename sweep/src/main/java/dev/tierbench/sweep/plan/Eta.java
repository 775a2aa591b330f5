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

  /** Until the tracer is attached and confirmed, and its output is read. */
  private static final double ATTACH_SECONDS = 4;

  public double step() {
    double counted =
        plan.observe().map(window -> ATTACH_SECONDS + window.countedSeconds()).orElse(0.0);
    return plan.settleSeconds() + plan.cleanSeconds() + counted + STEP_OVERHEAD_SECONDS;
  }

  public double preparation() {
    return SERVER_START_SECONDS + plan.warmup().capSeconds();
  }

  public double total() {
    return plan.order().size() * (preparation() + plan.levels().size() * step());
  }
}
