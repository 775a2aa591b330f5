package dev.tierbench.run.protocol;

import java.util.List;
import java.util.Optional;

/**
 * What the rounds of a run decide so far: the answer of the report to the harness, one line of
 * JSON.
 *
 * @param rows that are to be decided
 * @param open those of them that more rounds may decide
 */
public record Decisions(int rows, List<Open> open) {

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
   */
  public record Open(String row, Optional<Double> leastTold, Optional<Integer> roundsNeeded) {}
}
