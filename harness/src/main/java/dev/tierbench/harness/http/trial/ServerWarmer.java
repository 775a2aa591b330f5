package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.plan.Preset;
import dev.tierbench.harness.http.window.SteadyState;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.plan.HttpPlan.WarmupPlan;
import dev.tierbench.run.record.Warmup.Run;
import dev.tierbench.run.record.Warmup.Slice;
import dev.tierbench.run.record.Warmup.Stage;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Warms fresh JVMs up: the echo tier, then the server by load below saturation with all cores, on
 * which the compilers find room, until they are idle; then the server's own cores, and the top
 * level once until it is steady. The first part may go on for several servers together.
 *
 * @param mostThroughput of the work of a step, in requests/s, where the load below saturation is of
 *     other work; empty where that shows it
 */
record ServerWarmer(
    WarmupPlan plan, int topLevel, DelayDistribution delay, Optional<Double> mostThroughput) {

  /**
   * Most concurrent requests to the echo tier: what one that answers after 50 ms handles with part
   * of a core.
   */
  private static final int ECHO_CONCURRENCY = 800;

  /**
   * One load.
   *
   * @param until the state that ends it before its cap
   */
  record Load(int concurrency, double capSeconds, SteadyState until) {}

  /** The tiers that are warmed up. */
  interface Tiers {
    /** Puts load on the echo tier; empty, and no load, if that is warm. */
    Optional<Stage> echo(Load load) throws IOException, InterruptedException;

    /** Puts load on the server below saturation, whose work may be lighter than that of a step. */
    Stage below(Load load) throws IOException, InterruptedException;

    /** Puts the load of a step on the server. */
    Stage atLevel(Load load) throws IOException, InterruptedException;

    /** Moves the server to the cores that the plan holds it to. */
    void holdServer() throws IOException, InterruptedException;
  }

  /**
   * Puts load on the tiers below saturation.
   *
   * @param reason why there is a fresh JVM
   * @return the warm-up so far
   */
  Run below(String reason, Tiers tiers) throws IOException, InterruptedException {
    String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    List<Stage> stages = new ArrayList<>();
    if (plan.capSeconds() > 0) {
      tiers
          .echo(belowSaturation(Math.min(Preset.atDelay(ECHO_CONCURRENCY, delay), topLevel)))
          .ifPresent(stages::add);
      stages.add(tiers.below(belowSaturation(plan.concurrency())));
    }
    return run(reason, startedAt, stages);
  }

  /**
   * Ends a warm-up on the server's own cores, which takes that no other server has load.
   *
   * @param below the warm-up so far
   * @return the whole warm-up
   */
  Run atLevel(Run below, Tiers tiers) throws IOException, InterruptedException {
    tiers.holdServer();
    List<Stage> stages = new ArrayList<>(below.stages());
    if (!stages.isEmpty() && plan.topCapSeconds() > 0) {
      stages.add(
          tiers.atLevel(
              new Load(reachable(stages.getLast()), plan.topCapSeconds(), SteadyState.AT_LEVEL)));
    }
    return run(below.reason(), below.startedAt(), stages);
  }

  private static Run run(String reason, String startedAt, List<Stage> stages) {
    boolean settled = !stages.isEmpty() && stages.stream().allMatch(Stage::settled);
    String outcome =
        stages.isEmpty()
            ? "no warm-up, as asked"
            : stages.stream().map(ServerWarmer::describe).collect(Collectors.joining("; "));
    return new Run(reason, startedAt, settled, outcome, stages, List.of());
  }

  /**
   * The top level, or what a server of that throughput answers within half of the generator's
   * time-out: one that is capped far below the load would be left with a queue of dead requests.
   */
  private int reachable(Stage server) {
    double throughput =
        mostThroughput.orElseGet(
            () -> server.seconds().isEmpty() ? 0 : server.seconds().getLast().throughputRps());
    double most = throughput * TierCommands.REQUEST_TIMEOUT_SECONDS / 2;
    return (int) Math.clamp(most, 1, topLevel);
  }

  private Load belowSaturation(int concurrency) {
    return new Load(concurrency, plan.capSeconds(), SteadyState.BELOW_SATURATION);
  }

  private static String describe(Stage stage) {
    double seconds = stage.seconds().stream().mapToDouble(Slice::seconds).sum();
    return String.format(
        Locale.ROOT,
        "%s %s after %.0f s at %d%s",
        stage.tier().id(),
        stage.settled() ? "settled" : "reached its cap",
        seconds,
        stage.concurrency(),
        stage.cores().map(cores -> " on cores " + cores).orElse(""));
  }
}
