package dev.tierbench.echo;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.DelayText;
import dev.tierbench.run.delay.EchoFailures;
import java.time.Duration;

/**
 * What an echo server does with a request.
 *
 * @param delay time between a complete request and its answer, unless the query names another
 * @param failures that it makes on purpose
 * @param seed of the sequences of delays and of failures
 * @param maxDelay the longest delay that a query may ask for
 */
record EchoWork(DelayDistribution delay, EchoFailures failures, long seed, Duration maxDelay) {

  /** Share of the delays that the limit must allow: it cuts the rest. */
  private static final double MOST = 0.9999;

  EchoWork {
    if (delay.quantile(MOST) > maxDelay.toNanos() / NANOS_PER_SECOND) {
      throw new IllegalArgumentException(
          "delay " + delay.text() + " is above the limit " + DelayText.format(maxDelay));
    }
  }
}
