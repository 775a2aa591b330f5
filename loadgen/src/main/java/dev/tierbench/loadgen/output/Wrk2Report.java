package dev.tierbench.loadgen.output;

import static dev.tierbench.run.Units.NANOS_PER_MICRO;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.result.FailureKind;
import dev.tierbench.loadgen.result.PhaseTotals;
import dev.tierbench.run.record.LoadResult;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The last phase in the layout of wrk2 4.0, which parsers know: thread stats, latency distribution,
 * percentile spectrum and totals. The latencies are response times in the open model.
 */
public final class Wrk2Report {

  private static final double NANOS_PER_MINUTE = 60e9;
  private static final int TICKS_PER_HALF_DISTANCE = 5;
  private static final double[] DISTRIBUTION = {50, 75, 90, 99, 99.9, 99.99, 99.999, 100};

  private static final String UNMEASURED = "-";
  private static final Object[] NO_STATS = {UNMEASURED, UNMEASURED, UNMEASURED, UNMEASURED};

  private final StringBuilder text = new StringBuilder();

  private Wrk2Report() {}

  /**
   * Returns the report of a run.
   *
   * @param latency whether to print the latency distribution
   * @param uncorrected whether to print that of the service times as well
   */
  public static String of(
      LoadPlan plan, LoadResult result, PhaseTotals last, boolean latency, boolean uncorrected) {
    Wrk2Report report = new Wrk2Report();
    Duration duration = plan.phases().getLast().duration();
    report.line("Running %s test @ %s", duration(duration), result.target());
    report.line("  %d threads and %d connections", plan.loops(), plan.tcpConnections());
    Histogram times = last.latencyNanos();
    report.threadStats(times, last.loopRates());
    if (latency || uncorrected) {
      report.distribution("Recorded Latency", times);
    }
    if (uncorrected) {
      report.distribution(
          "Uncorrected Latency (measured without taking delayed starts into account)",
          last.serviceNanos());
    }
    report.totals(last);
    return report.text.toString();
  }

  private void threadStats(Histogram nanos, List<Double> rates) {
    line("  Thread Stats   Avg      Stdev     Max   +/- Stdev");
    line("    Latency %9s %9s %8s %9s", nanos.getTotalCount() == 0 ? NO_STATS : stats(nanos));
    line("    Req/Sec %9s %9s %8s %9s", rates.isEmpty() ? NO_STATS : stats(rates));
  }

  private static Object[] stats(Histogram nanos) {
    double mean = nanos.getMean();
    double deviation = nanos.getStdDeviation();
    long within =
        nanos.getCountBetweenValues(
            (long) Math.max(0, mean - deviation), (long) (mean + deviation));
    return new Object[] {
      time(mean),
      time(deviation),
      time((double) nanos.getMaxValue()),
      percent(within, nanos.getTotalCount())
    };
  }

  private static Object[] stats(List<Double> rates) {
    DoubleSummaryStatistics all =
        rates.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    double mean = all.getAverage();
    double deviation =
        Math.sqrt(rates.stream().mapToDouble(r -> (r - mean) * (r - mean)).average().orElse(0));
    long within = rates.stream().filter(r -> Math.abs(r - mean) <= deviation).count();
    return new Object[] {
      count(mean), count(deviation), count(all.getMax()), percent(within, rates.size())
    };
  }

  private void distribution(String title, Histogram nanos) {
    line("  Latency Distribution (HdrHistogram - %s)", title);
    for (double percentile : DISTRIBUTION) {
      line(
          "%7.3f%% %9s",
          percentile,
          nanos.getTotalCount() == 0
              ? UNMEASURED
              : time((double) nanos.getValueAtPercentile(percentile)));
    }
    line("");
    line("  Detailed Percentile spectrum:");
    line("       Value   Percentile   TotalCount 1/(1-Percentile)");
    line("");
    for (HistogramIterationValue step : nanos.percentiles(TICKS_PER_HALF_DISTANCE)) {
      double share = step.getPercentileLevelIteratedTo() / 100;
      line(
          "%12.3f %12.6f %12d %12s",
          step.getValueIteratedTo() / NANOS_PER_MILLI,
          share,
          step.getTotalCountToThisValue(),
          share < 1 ? String.format(Locale.ROOT, "%.2f", 1 / (1 - share)) : "inf");
    }
    line(
        "#[Mean    = %12s, StdDeviation   = %12s]",
        millis(nanos, nanos.getMean()), millis(nanos, nanos.getStdDeviation()));
    line(
        "#[Max     = %12s, Total count    = %12d]",
        millis(nanos, (double) nanos.getMaxValue()), nanos.getTotalCount());
    line("#[Buckets = %12d, SubBuckets     = %12d]", bucketCount(nanos), 2048);
    line("----------------------------------------------------------");
  }

  /** Buckets that the trackable range takes, as wrk2 counts them. */
  private static int bucketCount(Histogram nanos) {
    long reach = 2048L * Long.highestOneBit(nanos.getLowestDiscernibleValue());
    int buckets = 1;
    for (; reach <= nanos.getHighestTrackableValue(); reach <<= 1) {
      buckets++;
    }
    return buckets;
  }

  /** A malformed response, or one with an unexpected body, is a read error as in wrk. */
  private void totals(PhaseTotals phase) {
    long complete = phase.ok() + phase.failed(FailureKind.STATUS);
    long read = phase.failed(FailureKind.RESET) + phase.failed(FailureKind.BODY);
    long connect = phase.failed(FailureKind.CONNECT);
    long timeout = phase.failed(FailureKind.TIMEOUT);
    line(
        "  %d requests in %s, %s read",
        complete, time(phase.seconds() * NANOS_PER_SECOND), bytes((double) phase.bytesReceived()));
    if (connect + read + timeout > 0) {
      line("  Socket errors: connect %d, read %d, write %d, timeout %d", connect, read, 0, timeout);
    }
    if (phase.errorStatuses() > 0) {
      line("  Non-2xx or 3xx responses: %d", phase.errorStatuses());
    }
    line("Requests/sec: %9.2f", complete / phase.seconds());
    line("Transfer/sec: %10s", bytes(phase.bytesReceived() / phase.seconds()));
  }

  private static String percent(long part, long whole) {
    return format("%.2f%%", 100.0 * part / whole);
  }

  private static String duration(Duration duration) {
    long seconds = Math.max(1, duration.toSeconds());
    return seconds % 3600 == 0
        ? seconds / 3600 + "h"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }

  private static String time(double nanos) {
    return nanos < NANOS_PER_MINUTE
        ? scaled(nanos / NANOS_PER_MICRO, 1e3, "us", "ms", "s")
        : format("%.2fm", nanos / NANOS_PER_MINUTE);
  }

  private static String millis(Histogram nanos, double value) {
    return nanos.getTotalCount() == 0 ? UNMEASURED : format("%.3f", value / NANOS_PER_MILLI);
  }

  private static String count(double value) {
    return scaled(value, 1e3, "", "k", "M");
  }

  private static String bytes(double value) {
    return scaled(value, 1024, "B", "KB", "MB", "GB");
  }

  /**
   * Formats the value in the largest unit in which it is 1 or more; each unit is {@code step} times
   * the one before.
   */
  private static String scaled(double value, double step, String... units) {
    double scaled = value;
    int unit = 0;
    for (; scaled >= step && unit < units.length - 1; unit++) {
      scaled /= step;
    }
    return format("%.2f", scaled) + units[unit];
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
