package dev.tierbench.run.plan;

import dev.tierbench.run.Require;
import java.util.List;
import java.util.Optional;

/**
 * How the measured window of a cell is divided: all servers of a round are up and warm, and the
 * load goes from one to the other, in an order that is drawn and then reversed.
 *
 * @param windows of each server at each cell in a round; an even number, so that the reversed order
 *     balances what drifts
 * @param leadInSeconds of load before each window
 * @param seed that the orders are drawn from
 * @param until what ends the rounds; empty of as many as the plan has trials
 */
public record RoundPlan(int windows, double leadInSeconds, long seed, Optional<Until> until) {

  public RoundPlan {
    Require.that(
        windows > 0 && windows % 2 == 0,
        () -> "--windows: invalid '" + windows + "': expected an even number");
    Require.that(leadInSeconds > 0, () -> "a window of a round needs load before it");
  }

  /**
   * Rounds until the rows of a comparison are decided, or there is no time for more. The plan then
   * has as many trials as there are rounds so far, and gets one more at a time.
   *
   * @param budgetSeconds the longest time of the run
   * @param most rounds that the budget has room for: what the error rates of looking again and
   *     again are held over
   * @param threshold the least relative difference that matters, such as 0.05
   * @param metrics whose rows have to be decided, by id
   */
  public record Until(double budgetSeconds, int most, double threshold, List<String> metrics) {

    /** Rounds before the first look: one has no scatter. */
    public static final int FIRST = 2;

    /** More rounds than this no budget has room for. */
    public static final int MOST = 100;

    public Until {
      metrics = List.copyOf(metrics);
      Require.that(budgetSeconds > 0, () -> "--budget: expected a time longer than 0s");
      Require.that(
          most >= FIRST && most <= MOST,
          () -> "rounds until decided: expected %d to %d at most".formatted(FIRST, MOST));
      Require.that(
          threshold > 0 && threshold < 1,
          () -> "--threshold: expected between 0 and 100 %, such as 5%");
      Require.that(!metrics.isEmpty(), () -> "--decide: nothing to decide");
    }
  }
}
