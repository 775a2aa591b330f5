package dev.tierbench.echo;

import java.time.Duration;

/**
 * The settings of an echo server.
 *
 * @param delay time between a complete request and its answer, unless the query names another
 * @param maxDelay the longest delay that a query may ask for
 */
record EchoConfig(
    String host,
    int port,
    Duration delay,
    Duration maxDelay,
    int loops,
    int backlog,
    Transport transport) {

  EchoConfig {
    require(port >= 0 && port <= 65_535, "port must be 0 to 65535, not " + port);
    require(loops > 0, "loops must be positive, not " + loops);
    require(backlog > 0, "backlog must be positive, not " + backlog);
    require(
        delay.compareTo(maxDelay) <= 0,
        "delay " + Delays.format(delay) + " is above the limit " + Delays.format(maxDelay));
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
