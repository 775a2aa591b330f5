package dev.tierbench.harness.http.verify;

import dev.tierbench.observer.host.PortOwner;
import dev.tierbench.run.plan.HttpPlan;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Ports of the loopback for servers that are verified at the same time: the usual ones where they
 * are free. Thread-safe.
 */
final class Ports {

  /** Away from the ports that the kernel gives to clients, which come and go. */
  private static final int STEP = 10_000;

  private static final int MOST = 32_767;

  /** The first that is not kept for root. */
  private static final int LEAST = 1_024;

  private final Set<Integer> taken = new HashSet<>();

  /**
   * A port that nobody else has until it is given back.
   *
   * @param fixed whether no other will do
   * @throws IOException naming who has it then
   */
  synchronized int take(int usual, boolean fixed, String what) throws IOException {
    if (isFree(usual)) {
      taken.add(usual);
      return usual;
    }
    if (fixed) {
      throw new IOException(
          "port %s of %s is taken by %s, and the command of the server takes no other"
              .formatted(
                  usual,
                  what,
                  PortOwner.REAL
                      .holder(HttpPlan.Network.LOOPBACK, usual)
                      .orElse("another server that is verified")));
    }
    for (int port = Math.max(LEAST, (usual + STEP) % MOST); port <= MOST; port++) {
      if (isFree(port)) {
        taken.add(port);
        return port;
      }
    }
    throw new IOException("no port is free for " + what);
  }

  private boolean isFree(int port) {
    return !taken.contains(port)
        && PortOwner.REAL.holder(HttpPlan.Network.LOOPBACK, port).isEmpty();
  }

  synchronized void giveBack(int port) {
    taken.remove(port);
  }
}
