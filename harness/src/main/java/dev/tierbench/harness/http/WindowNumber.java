package dev.tierbench.harness.http;

import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.plan.RoundPlan.Until;
import dev.tierbench.run.protocol.Decisions;
import java.util.Optional;

/**
 * How many windows a round has best within its budget. With few of them the time that fresh JVMs
 * need is lost on values that scatter; with many it is lost on JVMs that are known well enough.
 *
 * @param besideSeconds of a round without its windows
 * @param windowSeconds of one window of each server at each cell, with the load before it
 * @param leftSeconds of the budget
 */
record WindowNumber(double besideSeconds, double windowSeconds, double leftSeconds) {

  /** Rounds that the budget is to have room for, since intervals over fewer are wide. */
  private static final int ENOUGH_ROUNDS = 5;

  /** What is open is rarely worth more: the rounds would be as long as a short run. */
  private static final int MOST = 64;

  /**
   * The windows of the next round; as many as of the first where that is fixed. Not fewer than
   * those of the last one where the scatter of an open row is not known: its windows are too short
   * to have a value each, and with fewer of them a round may have none.
   */
  int of(HttpPlan plan, Decisions decisions) {
    RoundPlan rounds = plan.windows().rounds().orElseThrow();
    int done = plan.common().trials();
    if (rounds.until().flatMap(Until::laterWindows).isEmpty()) {
      return rounds.windows();
    }
    Optional<Double> best =
        decisions.open().stream()
            .flatMap(row -> row.scatter().stream())
            .map(scatter -> scatter.bestWindows(besideSeconds, windowSeconds))
            .reduce(Math::max);
    double room = leftSeconds / Math.max(1, ENOUGH_ROUNDS - done);
    double most = Math.min(MOST, (room - besideSeconds) / windowSeconds);
    boolean known = decisions.open().stream().allMatch(row -> row.scatter().isPresent());
    int least = known ? 2 : rounds.windows(done);
    return best.map(number -> 2 * (int) Math.max(1, Math.min(Math.ceil(number), most) / 2))
        .map(number -> Math.max(least, number))
        .orElse(least);
  }

  /** Seconds of a round with so many windows. */
  double round(int windows) {
    return besideSeconds + windows * windowSeconds;
  }
}
