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
import java.util.stream.IntStream;

/**
 * The metrics of an overload and of the time after it, which only steps with an overload have. What
 * failed is counted in both: a request that is sent in the overload may time out after it.
 */
public final class OverloadMetrics {

  /**
   * Part by which the median latency of a second may exceed the highest of before, and its correct
   * answers may fall below the fewest.
   */
  private static final double TOLERANCE = 0.1;

  static final List<Formula<HttpStep>> ALL =
      List.of(
          Metric.ofHttp("overload_goodput_rps", "answers in time in overload", "req/s", HIGHER)
              .by(step ->
                  step.load(OVERLOAD)
                      .flatMap(
                          load -> load.goodput().map(good -> good.answers() / load.seconds()))),
          latency("overload_p50_ms", "p50 latency in overload", 50, LatencySummary::p50),
          latency("overload_p99_ms", "p99 latency in overload", 99, LatencySummary::p99),
          failed(
              "overload_rejected_percent",
              "rejected in overload and recovery",
              LoadResult.Failed::rejected),
          failed(
              "overload_timed_out_percent",
              "timed out in overload and recovery",
              LoadResult.Failed::timedOut),
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
          Metric.ofHttp(
                  "recovery_s", "time until latency and answers are those of before", "s", LOWER)
              .withAbsentAsWorst()
              .by(step -> recoverySeconds(step).map(Integer::doubleValue)));

  private OverloadMetrics() {}

  /**
   * A full second of a phase.
   *
   * @param medianUs median latency of its answers, in microseconds; empty with too few of them
   * @param ok correct answers in it
   */
  public record Second(Optional<Double> medianUs, long ok) {}

  /**
   * How long after an overload every second is again what those of the measured window were, in
   * full seconds: by its median latency and by its correct answers, of which as many requests are
   * due in each second as before. Empty when it was not to the end, or when it is not known.
   */
  public static Optional<Integer> recoverySeconds(HttpStep step) {
    Optional<Second> usual = usual(step);
    Optional<List<Second>> after = seconds(step, RECOVERY);
    if (usual.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    List<Second> seconds = after.get();
    int back = seconds.size();
    while (back > 0 && isUsual(seconds.get(back - 1), usual.get())) {
      back--;
    }
    return back == seconds.size() ? Optional.empty() : Optional.of(back + 1);
  }

  private static boolean isUsual(Second second, Second usual) {
    double mostMicros = usual.medianUs().orElseThrow() * (1 + TOLERANCE);
    return second.ok() >= usual.ok() * (1 - TOLERANCE)
        && second.medianUs().filter(micros -> micros <= mostMicros).isPresent();
  }

  /**
   * The highest median latency and the fewest correct answers of a second of the measured window;
   * empty when they were not recorded.
   */
  public static Optional<Second> usual(HttpStep step) {
    return seconds(step, MEASURE)
        .flatMap(seconds ->
            seconds.stream()
                .flatMap(second -> second.medianUs().stream())
                .max(Double::compare)
                .map(micros ->
                    new Second(
                        Optional.of(micros),
                        seconds.stream().mapToLong(Second::ok).min().orElseThrow())));
  }

  /** The last second that was watched; empty when none was. */
  public static Optional<Second> last(HttpStep step) {
    return seconds(step, RECOVERY).filter(seconds -> !seconds.isEmpty()).map(List::getLast);
  }

  /** The seconds of a phase of which both parts are known. */
  private static Optional<List<Second>> seconds(HttpStep step, PhaseName phase) {
    return step.load(phase)
        .flatMap(load ->
            load.medianUsPerSecond()
                .flatMap(medians ->
                    load.okPerSecond()
                        .map(ok ->
                            IntStream.range(0, Math.min(medians.size(), ok.size()))
                                .mapToObj(i -> new Second(medians.get(i), ok.get(i)))
                                .toList())));
  }

  /**
   * A percentile of the correct answers that is one of all requests that were due as well: those
   * that failed, and those in flight or not yet sent at the end, have no latency, or a longer one.
   */
  private static Formula<HttpStep> latency(
      String id, String label, double percentile, Function<LatencySummary, Optional<Double>> part) {
    return Metric.ofHttp(id, label, "ms", LOWER)
        .withAbsentAsWorst()
        .by(step ->
            step.load(OVERLOAD)
                .filter(load ->
                    unanswered(load)
                        .filter(
                            count -> !LatencySummary.isAmongFailed(percentile, load.ok(), count))
                        .isPresent())
                .map(LoadResult.Phase::latencyUs)
                .flatMap(part)
                .map(micros -> micros / MICROS_PER_MILLI));
  }

  private static Optional<Long> unanswered(LoadResult.Phase load) {
    return load.inFlightAtEnd()
        .flatMap(
            inFlight -> load.unsent().map(unsent -> load.failed().total() + inFlight + unsent));
  }

  /** Share of the requests that ended in the overload or in the time after it. */
  private static Formula<HttpStep> failed(
      String id, String label, Function<LoadResult.Failed, Optional<Long>> kind) {
    return Metric.ofHttp(id, label, "%", LOWER)
        .by(step ->
            step.load(OVERLOAD)
                .flatMap(during ->
                    step.load(RECOVERY).flatMap(after -> failedPercent(during, after, kind))));
  }

  private static Optional<Double> failedPercent(
      LoadResult.Phase during,
      LoadResult.Phase after,
      Function<LoadResult.Failed, Optional<Long>> kind) {
    long ended = during.ok() + during.failed().total() + after.ok() + after.failed().total();
    return kind.apply(during.failed())
        .flatMap(first ->
            kind.apply(after.failed())
                .filter(second -> ended > 0)
                .map(second -> 100.0 * (first + second) / ended));
  }
}
