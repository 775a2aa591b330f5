package dev.tierbench.harness.http.plan;

import dev.tierbench.run.HttpPlan;

/**
 * How long the parts of a plan take, in seconds: as a rule, and at most. A load that ends when the
 * server is steady ends soon as a rule.
 */
public record DurationEstimate(HttpPlan plan) {

  /** From the start of a server's JVM to its first answer, with its end. */
  private static final double SERVER_START_SECONDS = 7;

  /** The start of a load generator, its connections, and the checks after it. */
  private static final double STEP_OVERHEAD_SECONDS = 2;

  /** Until the tracer is attached and confirmed, and its output is read. */
  private static final double ATTACH_SECONDS = 4;

  /** The echo tier is warmed up once. */
  private static final double USUAL_ECHO_SECONDS = 12;

  private static final double USUAL_SETTLE_SECONDS = 6;
  private static final double USUAL_WARMUP_SECONDS = 16;
  private static final double USUAL_TOP_SECONDS = 8;

  public double step() {
    return step(Math.min(USUAL_SETTLE_SECONDS, plan.windows().settleSeconds()));
  }

  private double step(double settleSeconds) {
    double counted =
        plan.windows().trace().map(window -> ATTACH_SECONDS + window.seconds()).orElse(0.0);
    return settleSeconds + plan.windows().measureSeconds() + counted + STEP_OVERHEAD_SECONDS;
  }

  public double preparation() {
    return preparation(
        Math.min(USUAL_WARMUP_SECONDS, plan.warmup().capSeconds()),
        Math.min(USUAL_TOP_SECONDS, plan.warmup().topCapSeconds()));
  }

  private static double preparation(double warmupSeconds, double topSeconds) {
    return SERVER_START_SECONDS + warmupSeconds + topSeconds + 2 * STEP_OVERHEAD_SECONDS;
  }

  public double total() {
    return Math.min(USUAL_ECHO_SECONDS, plan.warmup().capSeconds())
        + plan.order().size() * (preparation() + plan.levels().size() * step());
  }

  /** How much of {@link #total} is measured or traced, in percent. */
  public double measuringPercent() {
    double traced = plan.windows().trace().map(HttpPlan.Trace::seconds).orElse(0.0);
    double measuring = plan.steps() * (plan.windows().measureSeconds() + traced);
    return 100 * measuring / total();
  }

  /** With every load at its cap; a tracer that is slow to attach takes longer still. */
  public double withCaps() {
    return plan.warmup().capSeconds()
        + plan.order().size()
            * (preparation(plan.warmup().capSeconds(), plan.warmup().topCapSeconds())
                + plan.levels().size() * step(plan.windows().settleSeconds()));
  }
}
