package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.HIGHER;
import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.run.PhaseName.MEASURE;
import static dev.tierbench.run.PhaseName.OVERLOAD;
import static dev.tierbench.run.PhaseName.RECOVERY;
import static dev.tierbench.run.Units.MICROS_PER_MILLI;
import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The metrics of an overload and of the time after it, which only steps with an overload have. */
public final class OverloadMetrics {

  /** Part by which the median latency of a second may exceed the highest of before. */
  private static final double TOLERANCE = 0.1;

  static final List<Formula<HttpStep>> ALL =
      List.of(
          Metric.ofHttp("overload_goodput_rps", "answers in time in overload", "req/s", HIGHER)
              .by(step ->
                  step.load(OVERLOAD)
                      .flatMap(
                          load -> load.goodput().map(good -> good.answers() / load.seconds()))),
          latency("overload_p50_ms", "p50 latency in overload", LatencySummary::p50),
          latency("overload_p99_ms", "p99 latency in overload", LatencySummary::p99),
          failed("overload_rejected_percent", "rejected in overload", LoadResult.Failed::status),
          failed("overload_timed_out_percent", "timed out in overload", LoadResult.Failed::timeout),
          Metric.ofHttp("overload_wait_s", "longest wait for a connection", "s", LOWER)
              .by(step ->
                  step.load(OVERLOAD)
                      .flatMap(LoadResult.Phase::maxScheduleLagUs)
                      .map(micros -> micros / MICROS_PER_SECOND)),
          Metric.ofHttp("overload_rss_mib", "resident memory after overload", "MiB", LOWER)
              .by(step ->
                  step.tier(OVERLOAD, Tier.SERVER)
                      .flatMap(Tiers.Usage::rssBytes)
                      .map(HeapMetrics::mebibytes)),
          Metric.ofHttp("recovery_s", "time until latency is that of before", "s", LOWER)
              .by(step -> recoverySeconds(step).map(Integer::doubleValue)));

  private OverloadMetrics() {}

  /**
   * How long after an overload the median latency of each second is again what it was in the
   * measured window, in full seconds; empty when it was not to the end, or when it is not known.
   */
  public static Optional<Integer> recoverySeconds(HttpStep step) {
    Optional<Double> usual = usualMicros(step);
    Optional<List<Optional<Double>>> after = medians(step, RECOVERY);
    if (usual.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    List<Optional<Double>> seconds = after.get();
    int back = seconds.size();
    while (back > 0 && isUsual(seconds.get(back - 1), usual.get())) {
      back--;
    }
    return back == seconds.size() ? Optional.empty() : Optional.of(back + 1);
  }

  private static boolean isUsual(Optional<Double> median, double usual) {
    return median.filter(micros -> micros <= usual * (1 + TOLERANCE)).isPresent();
  }

  /** The highest median latency of a second of the measured window, in microseconds. */
  public static Optional<Double> usualMicros(HttpStep step) {
    return medians(step, MEASURE)
        .flatMap(seconds -> seconds.stream().flatMap(Optional::stream).max(Double::compare));
  }

  /** The median latency of the last second that was watched, in microseconds. */
  public static Optional<Double> lastMicros(HttpStep step) {
    return medians(step, RECOVERY).filter(seconds -> !seconds.isEmpty()).flatMap(List::getLast);
  }

  private static Optional<List<Optional<Double>>> medians(HttpStep step, PhaseName phase) {
    return step.load(phase).flatMap(LoadResult.Phase::medianUsPerSecond);
  }

  private static Formula<HttpStep> latency(
      String id, String label, Function<LatencySummary, Optional<Double>> part) {
    return Metric.ofHttp(id, label, "ms", LOWER)
        .by(step ->
            step.load(OVERLOAD)
                .map(LoadResult.Phase::latencyUs)
                .flatMap(part)
                .map(micros -> micros / MICROS_PER_MILLI));
  }

  private static Formula<HttpStep> failed(
      String id, String label, Function<LoadResult.Failed, Optional<Long>> kind) {
    return Metric.ofHttp(id, label, "%", LOWER)
        .by(step ->
            step.load(OVERLOAD)
                .filter(load -> load.ok() + load.failed().total() > 0)
                .flatMap(load ->
                    kind.apply(load.failed())
                        .map(count -> 100.0 * count / (load.ok() + load.failed().total()))));
  }
}
