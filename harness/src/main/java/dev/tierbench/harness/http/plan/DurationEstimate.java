package dev.tierbench.harness.http.plan;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.RoundPlan;
import java.util.Optional;

/**
 * How long the parts of a plan take, in seconds: as a rule, and at most. A load that ends when the
 * server is steady ends soon as a rule.
 */
public record DurationEstimate(HttpPlan plan) {

  /** Seconds from the start of a server's JVM to its first answer. */
  private static final double SERVER_START_SECONDS = 5;

  /** How much longer that takes with one more server that starts at the same time. */
  private static final double LATER_IN_A_GROUP_SECONDS = 3;

  private static final double SERVER_END_SECONDS = 2;

  /** The start of a load generator, its connections, the probes around it, and the checks. */
  private static final double STEP_OVERHEAD_SECONDS = 2;

  /** Seconds in which our generator warms itself up before it connects. */
  private static final double GENERATOR_WARMUP_SECONDS = 4;

  /** How much longer that takes with one more of them at the same time. */
  private static final double LATER_GENERATOR_SECONDS = 1.5;

  /** Seconds from the end of one server's turn to the load of the next. */
  private static final double TURN_SECONDS = 0.3;

  /** Seconds to attach and confirm a tracer or profiler and to read its output. */
  private static final double ATTACH_SECONDS = 2;

  /** The echo tier is warmed up once. */
  private static final double USUAL_ECHO_SECONDS = 12;

  private static final double USUAL_SETTLE_SECONDS = 6;
  private static final double USUAL_WARMUP_SECONDS = 16;
  private static final double USUAL_TOP_SECONDS = 8;

  /** Seconds of a step, averaged over the trials, of which some may not be traced. */
  public double step() {
    return step(USUAL_SETTLE_SECONDS);
  }

  /** The same with another number of windows than the first rounds have. */
  public double step(int windows) {
    return step()
        + plan.windows()
            .rounds()
            .map(rounds -> (windows - rounds.windows()) * window(rounds))
            .orElse(0.0);
  }

  private double window(RoundPlan rounds) {
    return plan.windows().windowSeconds() + rounds.leadInSeconds() + TURN_SECONDS;
  }

  /** Seconds of one window more of each server at each cell of a round. */
  public double windowOfAll() {
    return plan.subjects().size()
        * stepsOfTrial()
        * plan.windows().rounds().map(this::window).orElse(0.0);
  }

  private double step(double settleSeconds) {
    HttpPlan.Windows windows = plan.windows();
    boolean settlesTwice = plan.generator() != GeneratorName.LOADGEN && windows.settleSeconds() > 0;
    return Math.min(settleSeconds, windows.settleSeconds())
        + (settlesTwice ? Preset.GENERATOR_SETTLE_SECONDS : 0)
        + windows
            .rounds()
            .map(rounds -> rounds.windows() * window(rounds))
            .orElse(windows.measureSeconds())
        + tracedShare() * windows.trace().map(trace -> ATTACH_SECONDS + trace.seconds()).orElse(0.0)
        + windows.profile().map(profile -> ATTACH_SECONDS + profile.seconds()).orElse(0.0)
        + overload()
        + overhead();
  }

  /** The part of a step in what the servers of a round do at the same time. */
  private double overhead() {
    int together = plan.windows().rounds().isPresent() ? plan.subjects().size() : 1;
    double generators =
        plan.generator() == GeneratorName.LOADGEN
            ? GENERATOR_WARMUP_SECONDS + (together - 1) * LATER_GENERATOR_SECONDS
            : 0;
    return (STEP_OVERHEAD_SECONDS + generators) / together;
  }

  /** Seconds of an overload and what follows it, averaged over the steps of a trial. */
  private double overload() {
    return plan.overload()
        .map(overload ->
            (overload.seconds() + overload.recoverySeconds())
                * overload.percents().size()
                / stepsOfTrial())
        .orElse(0.0);
  }

  private double tracedShare() {
    long traced = plan.order().stream().filter(trial -> plan.trace(trial).isPresent()).count();
    return (double) traced / plan.order().size();
  }

  /** Seconds to start and warm up a fresh JVM of a server. */
  public double preparation() {
    return preparation(USUAL_WARMUP_SECONDS, USUAL_TOP_SECONDS);
  }

  private double preparation(double warmupSeconds, double topSeconds) {
    return SERVER_START_SECONDS
        + SERVER_END_SECONDS
        + Math.min(warmupSeconds, plan.warmup().capSeconds())
        + Math.min(topSeconds, plan.warmup().topCapSeconds())
        + (plan.warmup().topCapSeconds() > 0 ? 2 : 1) * STEP_OVERHEAD_SECONDS;
  }

  /** Seconds to warm up the echo tier. */
  public double echoPreparation() {
    return Math.min(USUAL_ECHO_SECONDS, plan.warmup().capSeconds());
  }

  /** Seconds of a round: a trial of each server. */
  public double round() {
    return roundPreparation() + plan.subjects().size() * stepsOfTrial() * step();
  }

  /** Seconds to start and warm up a fresh JVM of each server, in rounds at the same time. */
  public double roundPreparation() {
    return roundPreparation(USUAL_WARMUP_SECONDS, USUAL_TOP_SECONDS);
  }

  private double roundPreparation(double warmupSeconds, double topSeconds) {
    int servers = plan.subjects().size();
    double alone = servers * preparation(warmupSeconds, topSeconds);
    if (plan.windows().rounds().isEmpty()) {
      return alone;
    }
    WarmupGroups groups = new WarmupGroups(plan);
    int together = servers - groups.of(plan.subjects()).size();
    int startedTogether = servers - groups.starting(plan.subjects()).size();
    return alone
        - startedTogether * (SERVER_START_SECONDS - LATER_IN_A_GROUP_SECONDS)
        - (servers - 1) * SERVER_END_SECONDS
        - together * Math.min(warmupSeconds, plan.warmup().capSeconds());
  }

  public double total() {
    return saturation() + echoPreparation() + plan.common().trials() * round();
  }

  /** Steps of a trial: those of the plan, and as many as a search usually has. */
  public int stepsOfTrial() {
    return plan.levels().size()
        + plan.rates()
            .map(open -> open.steps() + open.goal().map(goal -> RateSearch.USUAL_STEPS).orElse(0))
            .orElse(0);
  }

  /** Seconds until the rates in percent are known; 0 without such rates. */
  public double saturation() {
    return search().map(DurationEstimate::total).orElse(0.0);
  }

  /** The plan that is carried out before this one. */
  private Optional<DurationEstimate> search() {
    return plan.needsSaturation()
        ? Optional.of(new DurationEstimate(new Saturation(plan).search()))
        : Optional.empty();
  }

  /** How much of {@link #total} is measured or traced, in percent. */
  public double measuringPercent() {
    double traced = tracedShare() * plan.windows().trace().map(HttpPlan.Trace::seconds).orElse(0.0);
    double measuring = steps() * (plan.windows().measureSeconds() + traced);
    return 100 * measuring / total();
  }

  /** Steps of all trials. */
  public int steps() {
    return plan.order().size() * stepsOfTrial();
  }

  /**
   * Seconds with every load at its cap and all repeats; a tracer that attaches slowly adds to it.
   */
  public double withCaps() {
    return search().map(DurationEstimate::withCaps).orElse(0.0)
        + plan.warmup().capSeconds()
        + plan.common().trials()
            * roundPreparation(plan.warmup().capSeconds(), plan.warmup().topCapSeconds())
        + plan.order().size()
            * (stepsOfTrial() + plan.repeatNoisy())
            * step(plan.windows().settleSeconds());
  }
}
