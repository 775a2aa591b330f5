package dev.tierbench.run.protocol;

import java.util.List;
import java.util.Optional;

/**
 * What the rounds of a run decide so far: the answer of the report to the harness, one line of
 * JSON.
 *
 * @param rows that are to be decided: those with values of both sides, and those of a planned cell
 *     that is not valid on both, or of a metric that neither has a value of
 * @param oneSided further rows, of which one side alone has values: there is nothing to decide
 * @param open those of {@code rows} that more rounds may decide
 */
public record Decisions(int rows, int oneSided, List<Open> open) {

  public Decisions {
    open = List.copyOf(open);
  }

  /**
   * A row that is not decided.
   *
   * @param row metric, cell and servers, in words
   * @param leastTold the least relative difference that these rounds tell; empty where they tell
   *     none
   * @param roundsNeeded rounds in all that would likely decide it; empty where that cannot be said
   * @param scatter of its ratio; empty where the windows are too short to have a value each
   */
  public record Open(
      String row,
      Optional<Double> leastTold,
      Optional<Integer> roundsNeeded,
      Optional<Scatter> scatter) {}

  /**
   * How the logarithm of the ratio of two servers scatters.
   *
   * @param windows standard deviation from one window of each to the next, within a round
   * @param rounds standard deviation from round to round beyond what their windows explain; 0 when
   *     those explain it all
   */
  public record Scatter(double windows, double rounds) {

    /**
     * What the ratio of two fresh JVMs scatters at least: each by 2 % of its CPU per request. Two
     * or three rounds can show none by chance.
     */
    private static final double LEAST_OF_ROUNDS = 0.02 * Math.sqrt(2);

    /**
     * The number of windows in a round with which the mean of many rounds scatters least in a given
     * time, by Kalibera and Jones, "Rigorous benchmarking in reasonable time" (2013).
     *
     * @param beside time of a round without its windows
     * @param window time of one window of each server, in the same unit
     */
    public double bestWindows(double beside, double window) {
      return windows / Math.max(rounds, LEAST_OF_ROUNDS) * Math.sqrt(beside / window);
    }
  }
}
