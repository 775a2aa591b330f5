package dev.tierbench.harness.http.drive;

import dev.tierbench.run.Load;
import java.util.ArrayList;
import java.util.List;

/**
 * A load in shares of as many connections each as can be, and of equal rates: arrivals at a
 * constant rate interleave evenly then.
 */
public final class LoadShares {

  private LoadShares() {}

  /**
   * The shares, which add up to the load.
   *
   * @throws IllegalArgumentException when there are more generators than connections
   */
  public static List<Load> of(Load load, int generators) {
    if (generators > load.connections()) {
      throw new IllegalArgumentException(
          load.connections() + " connections cannot be shared by " + generators + " generators");
    }
    List<Load> shares = new ArrayList<>();
    for (int i = 0; i < generators; i++) {
      int connections =
          load.connections() / generators + (i < load.connections() % generators ? 1 : 0);
      shares.add(share(load, connections, generators));
    }
    return shares;
  }

  private static Load share(Load load, int connections, int generators) {
    return switch (load) {
      case Load.Closed closed -> new Load.Closed(connections);
      case Load.Open open ->
          new Load.Open(open.rateRps() / generators, open.arrivals(), connections);
    };
  }
}
