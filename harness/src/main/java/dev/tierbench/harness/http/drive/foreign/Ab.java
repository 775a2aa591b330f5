package dev.tierbench.harness.http.drive.foreign;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * ApacheBench 2.3, as the published study ran it: HTTP/1.0 and a new connection for each request,
 * in the closed model. Its times begin with the connection. Percentiles are those of its file of
 * them, to the microsecond; its summary rounds to milliseconds.
 */
final class Ab extends ForeignGenerator {

  private static final Pattern SECONDS =
      Pattern.compile("Time taken for tests: +([0-9.]+) seconds");
  private static final Pattern COMPLETE = Pattern.compile("Complete requests: +(\\d+)");
  private static final Pattern FAILED = Pattern.compile("Failed requests: +(\\d+)");
  private static final Pattern FAILURES =
      Pattern.compile("\\(Connect: (\\d+), Receive: (\\d+), Length: (\\d+), Exceptions: (\\d+)\\)");
  private static final Pattern STATUSES = Pattern.compile("Non-2xx responses: +(\\d+)");
  private static final Pattern BYTES = Pattern.compile("Total transferred: +(\\d+) bytes");
  private static final Pattern TOTAL =
      Pattern.compile("Total: +(\\d+) +(\\d+) +([0-9.]+) +(\\d+) +(\\d+)");
  private static final Pattern PERCENTILE = Pattern.compile("(\\d{1,3}),([0-9.]+)");

  /** More than one core of ab can send, so that the time ends a run that has no number. */
  private static final long MOST_PER_SECOND = 50_000;

  /** 32 bytes of memory for each, which ab takes at its start. */
  private static final long MOST = 10_000_000;

  private static final int LARGEST_PERCENTILE = 100;

  Ab() {
    super(
        GeneratorName.AB,
        "apt-get install apache2-utils",
        "ab speaks HTTP/1.0 and makes a new connection for each request, with which its times begin",
        "ab states its mean in whole milliseconds",
        "ab's latencies are also those of answers with an error status");
  }

  @Override
  String versionArgument() {
    return "-V";
  }

  @Override
  public Optional<String> refusal(Load load) {
    return load instanceof Load.Closed
        ? Optional.empty()
        : Optional.of("ab keeps no rate: give --levels, or --generator oha");
  }

  /** The number has to come after the time, which sets one of its own. */
  @Override
  List<String> arguments(LoadOrder order) {
    long requests = order.requests().orElse(Math.min(MOST, MOST_PER_SECOND * order.seconds()));
    return List.of(
        "-q",
        "-r",
        "-l",
        "-s",
        String.valueOf(Math.round(TierCommands.REQUEST_TIMEOUT_SECONDS)),
        "-c",
        String.valueOf(order.load().connections()),
        "-t",
        String.valueOf(order.seconds()),
        "-n",
        String.valueOf(Math.max(requests, order.load().connections())),
        "-e",
        order.requestLog().toString());
  }

  @Override
  public Optional<Integer> threads(LoadOrder order) {
    return Optional.of(1);
  }

  @Override
  LoadReport report(LoadOrder order, String startedAt, String output) throws IOException {
    PrintedLines lines = new PrintedLines(name().id(), output);
    double seconds = Double.parseDouble(lines.require("time", SECONDS).group(1));
    long complete = count(lines.require("count of requests", COMPLETE), 1);
    long failed = count(lines.require("count of failures", FAILED), 1);
    long statuses = lines.find(STATUSES).map(line -> count(line, 1)).orElse(0L);
    List<LoadResult.Failure> failures =
        FailureReasons.of(
            new LoadResult.Failure(FailureReasons.STATUS, "a status other than 2xx", statuses),
            new LoadResult.Failure(
                FailureReasons.CONNECT, "connection refused", kind(lines, 1).orElse(0L)),
            new LoadResult.Failure(
                FailureReasons.RESET, "connection error", failed - kind(lines, 1).orElse(0L)));
    long ok = Math.max(0, complete - failed - statuses);
    return new LoadReport(
        LoadReport.phase(
                order,
                startedAt,
                seconds,
                ok,
                FailureReasons.byKind(
                    failures,
                    List.of(FailureReasons.STATUS, FailureReasons.CONNECT, FailureReasons.RESET)))
            .carriedIn(Optional.of(0L))
            .inFlightAtEnd(Optional.empty())
            .serviceTimeUs(latency(order, lines, complete))
            .bytesReceived(lines.find(BYTES).map(line -> count(line, 1)))
            .build(),
        failures,
        List.of());
  }

  private static Optional<Long> kind(PrintedLines lines, int group) {
    return lines.find(FAILURES).map(line -> count(line, group));
  }

  private static long count(Matcher line, int group) {
    return PrintedLines.count(line.group(group));
  }

  private static LatencySummary latency(LoadOrder order, PrintedLines lines, long complete)
      throws IOException {
    if (!Files.exists(order.requestLog())) {
      return LatencySummary.NONE;
    }
    Map<Double, Double> percentiles = new HashMap<>();
    for (String line : Files.readString(order.requestLog()).lines().toList()) {
      Matcher value = PERCENTILE.matcher(line);
      if (value.matches()) {
        percentiles.put(Double.valueOf(value.group(1)), micros(Double.parseDouble(value.group(2))));
      }
    }
    return Latencies.of(
        complete,
        lines.find(TOTAL).map(line -> micros(Double.parseDouble(line.group(2)))),
        percentiles,
        Optional.ofNullable(percentiles.get((double) LARGEST_PERCENTILE)));
  }

  private static double micros(double millis) {
    return Math.round(millis * MICROS_PER_MILLI * 10) / 10.0;
  }
}
