package dev.tierbench.harness.http.drive.foreign;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.Require;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * oha: the closed model, and a constant rate with corrected latencies, which are response times. At
 * its end it aborts what is under way, and counts that apart.
 */
final class Oha extends ForeignGenerator {

  private static final String ABORTED = "aborted due to deadline";

  Oha() {
    super(
        GeneratorName.OHA,
        "Debian has no package: cargo install oha",
        "oha's latencies are also those of answers with an error status");
  }

  @Override
  public Optional<String> refusal(Load load) {
    return load instanceof Load.Open open && !open.arrivals().equals(Load.Open.CONSTANT)
        ? Optional.of("oha sends at a constant rate only: leave --arrivals out")
        : Optional.empty();
  }

  @Override
  List<String> arguments(LoadOrder order) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--no-tui",
                "--output-format",
                "json",
                "--http-version",
                "1.1",
                "-r",
                "0",
                "-c",
                String.valueOf(order.load().connections()),
                "-z",
                order.seconds() + "s",
                "-t",
                Durations.typed(TierCommands.REQUEST_TIMEOUT_SECONDS)));
    if (order.load() instanceof Load.Open open) {
      arguments.addAll(
          List.of("-q", String.valueOf(Math.round(open.rateRps())), "--latency-correction"));
    }
    return arguments;
  }

  @Override
  public Optional<Integer> threads(LoadOrder order) {
    return Optional.empty();
  }

  @Override
  LoadReport report(LoadOrder order, String startedAt, String output) throws IOException {
    JsonNode report = parse(output);
    JsonNode summary = report.path("summary");
    if (!summary.path("total").isNumber() || summary.path("total").doubleValue() < 0) {
      throw new IOException("oha printed no summary with a total time");
    }
    long answered = sum(report.path("statusCodeDistribution"), "");
    long ok = sum(report.path("statusCodeDistribution"), "2");
    JsonNode abortion = report.path("errorDistribution").path(ABORTED);
    long aborted = abortion.isMissingNode() ? 0 : count(abortion);
    List<LoadResult.Failure> failures = failures(report, answered - ok);
    LoadResult.Failed failed = FailureReasons.byKind(failures, FailureReasons.USUAL);
    LatencySummary latency = latency(report, answered);
    boolean open = order.load() instanceof Load.Open;
    return new LoadReport(
        LoadReport.phase(order, startedAt, summary.path("total").asDouble(), ok, failed)
            .started(Optional.of(ok + failed.total() + aborted))
            .carriedIn(Optional.of(0L))
            .inFlightAtEnd(Optional.of(aborted))
            .serviceTimeUs(open ? LatencySummary.NONE : latency)
            .responseTimeUs(open ? Optional.of(latency) : Optional.empty())
            .build(),
        failures,
        List.of());
  }

  private static JsonNode parse(String output) throws IOException {
    try {
      return RunJson.parse(output);
    } catch (JacksonException e) {
      throw new IOException(
          "oha did not print JSON: " + TerminalText.line(RunJson.description(e)), e);
    }
  }

  /** The counts whose key begins so. */
  private static long sum(JsonNode counts, String head) {
    return counts
        .propertyStream()
        .filter(count -> count.getKey().startsWith(head))
        .mapToLong(count -> count(count.getValue()))
        .sum();
  }

  private static long count(JsonNode count) {
    String printed = count.toString();
    Require.that(
        count.isIntegralNumber() && !printed.startsWith("-"),
        () -> "expected a count, found " + TerminalText.line(printed));
    return PrintedLines.count(printed);
  }

  private static List<LoadResult.Failure> failures(JsonNode report, long otherStatuses) {
    Stream<LoadResult.Failure> errors =
        report
            .path("errorDistribution")
            .propertyStream()
            .filter(error -> !error.getKey().equals(ABORTED))
            .map(error ->
                new LoadResult.Failure(
                    kind(error.getKey()), error.getKey(), count(error.getValue())))
            .filter(failure -> failure.count() > 0);
    LoadResult.Failure statuses =
        new LoadResult.Failure(FailureReasons.STATUS, "a status other than 2xx", otherStatuses);
    return Stream.concat(FailureReasons.of(statuses).stream(), errors).toList();
  }

  /** Kind of a failure, by oha's message, which comes from its libraries. */
  private static String kind(String message) {
    String words = message.toLowerCase(Locale.ROOT);
    return words.contains("timeout")
        ? FailureReasons.TIMEOUT
        : words.contains("refused") ? FailureReasons.CONNECT : FailureReasons.RESET;
  }

  private static LatencySummary latency(JsonNode report, long answered) {
    JsonNode summary = report.path("summary");
    Map<Double, Double> percentiles = new HashMap<>();
    report
        .path("latencyPercentiles")
        .propertyStream()
        .forEach(each ->
            micros(each.getValue())
                .ifPresent(value -> percentiles.put(percentile(each.getKey()), value)));
    return Latencies.of(
        answered, micros(summary.path("average")), percentiles, micros(summary.path("slowest")));
  }

  /** The number of a key such as {@code p99.9}. */
  private static Double percentile(String key) {
    return Double.valueOf(key.replaceFirst("^p", ""));
  }

  /** Converts seconds to microseconds; empty where oha prints null because there is no value. */
  private static Optional<Double> micros(JsonNode seconds) {
    return seconds.isNumber()
        ? Optional.of(Math.round(seconds.asDouble() * MICROS_PER_SECOND * 10) / 10.0)
        : Optional.empty();
  }
}
