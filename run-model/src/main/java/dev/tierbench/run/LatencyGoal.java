package dev.tierbench.run;

import java.math.BigDecimal;

/**
 * A latency that a server has to keep.
 *
 * @param percentile as it is typed: {@code p99}
 */
public record LatencyGoal(String percentile, double limitMs) {
  public LatencyGoal {
    Require.that(limitMs > 0, () -> "a latency must be positive");
  }

  /** The percentile as a number from 0 to 100. */
  public double percent() {
    return Double.parseDouble(percentile.substring(1));
  }

  /** The id of the metric that it is a limit of. */
  public String metric() {
    return "latency_" + percentile.replace('.', '_') + "_ms";
  }

  /** {@code p99 <= 100 ms}. */
  public String text() {
    BigDecimal limit = BigDecimal.valueOf(limitMs).stripTrailingZeros();
    return percentile + " <= " + limit.toPlainString() + " ms";
  }
}
