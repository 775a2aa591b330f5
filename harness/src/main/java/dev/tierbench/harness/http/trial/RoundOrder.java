package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.run.NamedSeed;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order in which the servers of a round have load at a cell. Of each two windows the second has
 * the reversed order of the first (A B B A), so that no server has the early windows to itself.
 *
 * @param seed of the run; round and cell draw other orders from it
 */
record RoundOrder(List<String> servers, long seed, int round, Parameters cell) {

  RoundOrder {
    servers = List.copyOf(servers);
  }

  /**
   * The turns of a cell: each server settles, then has its windows, then what follows those.
   *
   * @param windows an even number
   * @param more whether something is attached to the servers after them, or they are overloaded
   */
  List<String> turns(boolean settles, int windows, boolean more) {
    Random random = new Random(NamedSeed.of(seed + "/" + round + "/" + cell.folder()));
    List<String> turns = new ArrayList<>();
    if (settles) {
      turns.addAll(drawn(random));
    }
    for (int pair = 0; pair < windows / 2; pair++) {
      List<String> order = drawn(random);
      turns.addAll(order);
      turns.addAll(order.reversed());
    }
    if (more) {
      turns.addAll(drawn(random));
    }
    return turns;
  }

  private List<String> drawn(Random random) {
    List<String> order = new ArrayList<>(servers);
    Collections.shuffle(order, random);
    return order;
  }
}
