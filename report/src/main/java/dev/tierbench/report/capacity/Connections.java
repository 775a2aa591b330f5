package dev.tierbench.report.capacity;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

/**
 * A server's pool of connections to its database, a station of its own: each request holds them for
 * a time in all, whatever the cores.
 *
 * @param heldMillis time that a request holds connections, summed over all that it takes
 */
record Connections(Pool pool, double heldMillis) {

  Connections {
    if (!(heldMillis > 0)) {
      throw new IllegalArgumentException("a request holds connections for " + heldMillis + " ms");
    }
  }

  /** Requests per second that no number of cores exceeds. */
  double mostRps() {
    return pool.size() * MILLIS_PER_SECOND / heldMillis;
  }
}
