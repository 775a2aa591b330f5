package dev.tierbench.echo;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.DelayText;
import java.time.Duration;

/**
 * The settings of an echo server.
 *
 * @param delay time between a complete request and its answer, unless the query names another
 * @param seed of the sequence of delays
 * @param maxDelay the longest delay that a query may ask for
 */
record EchoConfig(
    String host,
    int port,
    DelayDistribution delay,
    long seed,
    Duration maxDelay,
    int loops,
    int backlog,
    Transport transport) {

  /** Share of the delays that the limit must allow: it cuts the rest. */
  private static final double MOST = 0.9999;

  EchoConfig {
    require(port >= 0 && port <= 65_535, "port must be 0 to 65535, not " + port);
    require(loops > 0, "loops must be positive, not " + loops);
    require(backlog > 0, "backlog must be positive, not " + backlog);
    require(
        delay.quantile(MOST) <= maxDelay.toNanos() / NANOS_PER_SECOND,
        "delay " + delay.text() + " is above the limit " + DelayText.format(maxDelay));
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
