package dev.tierbench.run.plan;

import dev.tierbench.run.Require;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the measured window of a cell is divided: all servers of a round are up and warm, and the
 * load goes from one to the other, in an order that is drawn and then reversed.
 *
 * @param windows of each server at each cell in a round, or in the first ones; an even number, so
 *     that the reversed order balances what drifts
 * @param leadInSeconds of load before each window
 * @param seed that the orders are drawn from
 * @param until what ends the rounds; empty of as many as the plan has trials
 */
public record RoundPlan(int windows, double leadInSeconds, long seed, Optional<Until> until) {

  public RoundPlan {
    requireEven(windows);
    Require.that(leadInSeconds > 0, () -> "a window of a round needs load before it");
  }

  private static void requireEven(int windows) {
    Require.that(
        windows > 0 && windows % 2 == 0,
        () -> "--windows: invalid '" + windows + "': expected an even number");
  }

  /** The windows that each server has at each cell in a round, counted from 1. */
  public int windows(int round) {
    List<Integer> later = until.flatMap(Until::laterWindows).orElse(List.of());
    int index = round - Until.FIRST - 1;
    return index < 0 || index >= later.size() ? windows : later.get(index);
  }

  /** The same with that end. */
  public RoundPlan withUntil(Until end) {
    return new RoundPlan(windows, leadInSeconds, seed, Optional.of(end));
  }

  /** The same with so many windows in the round after those that there are, if they may differ. */
  RoundPlan withNext(int windowsOfNext) {
    return new RoundPlan(
        windows, leadInSeconds, seed, until.map(end -> end.withNext(windowsOfNext)));
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
   * @param laterWindows of each server at each cell in the rounds after the {@value #FIRST} first
   *     ones, by what the windows so far scatter; empty when all rounds have as many
   */
  public record Until(
      double budgetSeconds,
      int most,
      double threshold,
      List<String> metrics,
      Optional<List<Integer>> laterWindows) {

    /** Rounds before the first look: one has no scatter. */
    public static final int FIRST = 2;

    /** More rounds than this no budget has room for. */
    public static final int MOST = 100;

    public Until {
      metrics = List.copyOf(metrics);
      laterWindows = laterWindows.map(List::copyOf);
      Require.that(budgetSeconds > 0, () -> "--budget: expected a time longer than 0s");
      Require.that(
          most >= FIRST && most <= MOST,
          () -> "rounds until decided: expected %d to %d at most".formatted(FIRST, MOST));
      Require.that(
          threshold > 0 && threshold < 1,
          () -> "--threshold: expected between 0 and 100 %, such as 5%");
      Require.that(!metrics.isEmpty(), () -> "--decide: nothing to decide");
      laterWindows.ifPresent(later -> later.forEach(RoundPlan::requireEven));
    }

    /** The same with another number of rounds at most. */
    public Until withMost(int rounds) {
      return new Until(budgetSeconds, rounds, threshold, metrics, laterWindows);
    }

    private Until withNext(int windows) {
      return new Until(
          budgetSeconds,
          most,
          threshold,
          metrics,
          laterWindows.map(later -> Stream.concat(later.stream(), Stream.of(windows)).toList()));
    }
  }
}
