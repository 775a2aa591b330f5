package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.window.SteadyState;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.Tier;
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
import java.util.stream.Collectors;

/**
 * Warms fresh JVMs up: the echo tier, then the server by load below saturation with all cores, on
 * which the compilers find room, until they are idle; then the server's own cores, and the top
 * level once until it is steady.
 */
record ServerWarmer(WarmupPlan plan, int topLevel) {

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
    /** Puts load on one of them. */
    Stage load(Tier tier, Load load) throws IOException, InterruptedException;

    /** Moves the server to the cores that the plan holds it to. */
    void holdServer() throws IOException, InterruptedException;
  }

  /**
   * @param reason why there is a fresh JVM
   * @param freshEcho whether the echo tier needs it, too
   */
  Run run(String reason, Tiers tiers, boolean freshEcho) throws IOException, InterruptedException {
    String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    if (plan.capSeconds() <= 0) {
      tiers.holdServer();
      return new Run(reason, startedAt, false, "no warm-up, as asked", List.of(), List.of());
    }
    List<Stage> stages = new ArrayList<>();
    if (freshEcho) {
      stages.add(tiers.load(Tier.ECHO, belowSaturation(Math.min(ECHO_CONCURRENCY, topLevel))));
    }
    Stage server = tiers.load(Tier.SERVER, belowSaturation(plan.concurrency()));
    stages.add(server);
    tiers.holdServer();
    if (plan.topCapSeconds() > 0) {
      stages.add(
          tiers.load(
              Tier.SERVER,
              new Load(reachable(server), plan.topCapSeconds(), SteadyState.AT_LEVEL)));
    }
    boolean settled = stages.stream().allMatch(Stage::settled);
    String outcome = stages.stream().map(ServerWarmer::describe).collect(Collectors.joining("; "));
    return new Run(reason, startedAt, settled, outcome, stages, List.of());
  }

  /**
   * The top level, or what a server of that throughput answers within half of the generator's
   * time-out: one that is capped far below the load would be left with a queue of dead requests.
   */
  private int reachable(Stage server) {
    double throughput = server.seconds().isEmpty() ? 0 : server.seconds().getLast().throughputRps();
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
