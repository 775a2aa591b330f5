package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.metrics.Better.NEITHER;

import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.Observation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How evenly the connections of the load lie on the event loops of the server, when the traced
 * phase begins. A loop without a connection cannot be told from another epoll instance and is not
 * counted: read both metrics together.
 */
final class BalanceMetrics {

  static final List<Formula<HttpStep>> ALL =
      List.of(
          Metric.ofHttp("connection_loops", "event loops with connections", "", NEITHER)
              .by(step -> connections(step).map(loops -> (double) loops.size())),
          Metric.ofHttp(
                  "connections_busiest_loop_ratio",
                  "connections of the busiest event loop over the mean",
                  "×",
                  LOWER)
              .by(step ->
                  connections(step)
                      .filter(loops -> loops.size() > 1)
                      .map(BalanceMetrics::busiest)));

  private BalanceMetrics() {}

  /** Empty when no event loop was seen to have one. */
  private static Optional<List<Integer>> connections(HttpStep step) {
    return step.observed().map(Observation::connectionsByLoop).filter(loops -> !loops.isEmpty());
  }

  private static double busiest(List<Integer> loops) {
    long sum = loops.stream().mapToLong(Integer::longValue).sum();
    return Collections.max(loops) * (double) loops.size() / sum;
  }
}
