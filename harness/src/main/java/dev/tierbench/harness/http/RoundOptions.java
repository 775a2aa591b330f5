package dev.tierbench.harness.http;

import dev.tierbench.run.plan.HttpPlan;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/** The option that makes rounds: how the measured windows of servers alternate. */
final class RoundOptions {

  private static final double LEAD_IN_SECONDS = 0.5;
  private static final long SEEDS = 1L << 32;

  @Option(
      names = "--windows",
      paramLabel = "N",
      description =
          "Rounds: start one JVM of each server, and divide its measured time at a level into N"
              + " windows that alternate between the servers (an even number, such as 4). Not in"
              + " containers, with --hosts, --find-max or another generator. Default: one server"
              + " after the other, in one window.")
  private Optional<Integer> windows = Optional.empty();

  /**
   * The rounds of a plan; empty when its servers are measured one after the other.
   *
   * @param able whether windows can alternate in the plan
   * @throws IllegalArgumentException when they are asked for and cannot
   */
  Optional<HttpPlan.Rounds> of(boolean able) {
    if (windows.isPresent() && !able) {
      throw new IllegalArgumentException(
          "--windows: rounds need two or more servers as processes of this host, our generator,"
              + " and no --find-max: leave it out");
    }
    return windows.map(count ->
        new HttpPlan.Rounds(count, LEAD_IN_SECONDS, ThreadLocalRandom.current().nextLong(SEEDS)));
  }
}
