package dev.tierbench.harness.http.drive.foreign;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LatencySummary;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * wrk2 4.0: a constant rate. Its recorded latency is measured from the time at which a request was
 * due (coordinated omission is corrected): the response time. Its uncorrected one is the service
 * time. It counts a connection that has waited too long anew every time that it looks.
 */
final class Wrk2 extends WrkFamily {

  private static final String RECORDED = "HdrHistogram - Recorded Latency)";
  private static final String UNCORRECTED = "HdrHistogram - Uncorrected Latency";
  private static final Pattern MEAN = Pattern.compile("#\\[Mean += +([0-9.]+),");
  private static final Pattern MAX =
      Pattern.compile("#\\[Max += +([0-9.]+), Total count += +(\\d+)]");

  Wrk2() {
    super(
        GeneratorName.WRK2,
        "Debian has no package: build giltene/wrk2 and put its wrk on the PATH as wrk2",
        "wrk2 opens a connection every 5 ms, inside the window, and offers the whole rate from then on",
        "wrk2 leaves the latencies of its first 10 s and of its connecting out when it runs for longer",
        "wrk2 does not count a request whose connection the server closed in order",
        "wrk2's latencies are also those of answers with an error status");
  }

  @Override
  public Optional<String> refusal(Load load) {
    return switch (load) {
      case Load.Closed closed ->
          Optional.of("wrk2 needs a rate: give --rates, or --generator wrk for --levels");
      case Load.Open open ->
          open.arrivals().equals(Load.Open.CONSTANT)
              ? Optional.empty()
              : Optional.of("wrk2 sends at a constant rate only: leave --arrivals out");
    };
  }

  @Override
  List<String> arguments(LoadOrder order) {
    long rate =
        switch (order.load()) {
          case Load.Open open -> Math.round(open.rateRps());
          case Load.Closed closed -> throw new IllegalArgumentException("wrk2 needs a rate");
        };
    return arguments(order, List.of("--rate", String.valueOf(rate), "--latency", "--u_latency"));
  }

  @Override
  LoadReport report(LoadOrder order, String startedAt, String output) throws IOException {
    WrkTotals totals = WrkTotals.read(new PrintedLines(name().id(), output));
    long ok = Math.max(0, totals.complete() - totals.errorStatuses());
    return new LoadReport(
        totals
            .phase(order, startedAt, ok)
            .serviceTimeUs(latency(output, UNCORRECTED))
            .responseTimeUs(Optional.of(latency(output, RECORDED)))
            .build(),
        totals.failures(),
        List.of());
  }

  /** Latencies of the block with a title; none when the block is missing or empty. */
  private static LatencySummary latency(String output, String title) {
    int start = output.indexOf(title);
    if (start < 0) {
      return LatencySummary.NONE;
    }
    int end = output.indexOf("-----", start);
    PrintedLines block =
        new PrintedLines("wrk2", end < 0 ? output.substring(start) : output.substring(start, end));
    Optional<Matcher> max = block.find(MAX);
    return Latencies.of(
        max.map(line -> PrintedLines.count(line.group(2))).orElse(0L),
        block.find(MEAN).map(Wrk2::micros),
        block.percentiles(),
        max.map(Wrk2::micros));
  }

  private static double micros(Matcher millis) {
    return Double.parseDouble(millis.group(1)) * MICROS_PER_MILLI;
  }
}
