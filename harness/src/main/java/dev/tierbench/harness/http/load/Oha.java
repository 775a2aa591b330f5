package dev.tierbench.harness.http.load;

import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.LoadResultPhaseBuilder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * oha: the closed model, and a constant rate with corrected latencies, which are response times. At
 * its end it aborts what is under way, and counts that apart.
 */
record Oha() implements LoadGenerator {

  private static final String ABORTED = "aborted due to deadline";
  private static final double MICROS = 1e6;

  @Override
  public GeneratorName name() {
    return GeneratorName.OHA;
  }

  @Override
  public String howToInstall() {
    return "Debian has no package: cargo install oha";
  }

  @Override
  public Optional<String> refusal(Load load) {
    return load instanceof Load.Open open && !open.arrivals().equals(Load.Open.CONSTANT)
        ? Optional.of("oha sends at a constant rate only: leave --arrivals out")
        : Optional.empty();
  }

  @Override
  public List<String> arguments(LoadOrder order) {
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
  public List<String> caveats() {
    return List.of("oha's latencies are also those of answers with an error status");
  }

  @Override
  public Optional<Integer> threads(LoadOrder order) {
    return Optional.empty();
  }

  @Override
  public LoadReport read(LoadOrder order, String startedAt, String output) throws IOException {
    JsonNode report = parse(output);
    JsonNode summary = report.path("summary");
    if (!summary.path("total").isNumber()) {
      throw new IOException("oha printed no summary with a total time");
    }
    long answered = sum(report.path("statusCodeDistribution"), "");
    long ok = sum(report.path("statusCodeDistribution"), "2");
    long aborted = report.path("errorDistribution").path(ABORTED).asLong(0);
    List<LoadResult.Failure> failures = failures(report, answered - ok);
    LoadResult.Failed failed = failed(failures);
    double seconds = summary.path("total").asDouble();
    LatencySummary latency = latency(report, summary, answered);
    boolean open = order.load() instanceof Load.Open;
    return new LoadReport(
        LoadResultPhaseBuilder.builder()
            .name(order.phase().id())
            .startedAt(startedAt)
            .seconds(seconds)
            .started(Optional.of(ok + failed.total() + aborted))
            .carriedIn(Optional.of(0L))
            .ok(ok)
            .failed(failed)
            .inFlightAtEnd(Optional.of(aborted))
            .throughputRps(seconds > 0 ? ok / seconds : 0)
            .serviceTimeUs(open ? Latencies.NONE : latency)
            .responseTimeUs(open ? Optional.of(latency) : Optional.empty())
            .build(),
        failures);
  }

  private static JsonNode parse(String output) throws IOException {
    try {
      return RunJson.parse(output);
    } catch (JacksonException e) {
      throw new IOException("oha did not print JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** The counts whose key begins so. */
  private static long sum(JsonNode counts, String head) {
    return counts
        .propertyStream()
        .filter(count -> count.getKey().startsWith(head))
        .mapToLong(count -> count.getValue().asLong())
        .sum();
  }

  private static List<LoadResult.Failure> failures(JsonNode report, long otherStatuses) {
    List<LoadResult.Failure> found = new ArrayList<>();
    if (otherStatuses > 0) {
      found.add(new LoadResult.Failure("status", "a status other than 2xx", otherStatuses));
    }
    report
        .path("errorDistribution")
        .propertyStream()
        .filter(error -> !error.getKey().equals(ABORTED))
        .map(error ->
            new LoadResult.Failure(kind(error.getKey()), error.getKey(), error.getValue().asLong()))
        .forEach(found::add);
    return found;
  }

  /** Its messages are those of libraries. */
  private static String kind(String message) {
    String words = message.toLowerCase(Locale.ROOT);
    return words.contains("timeout") ? "timeout" : words.contains("refused") ? "connect" : "reset";
  }

  private static LoadResult.Failed failed(List<LoadResult.Failure> failures) {
    return new LoadResult.Failed(
        Optional.of(ofKind(failures, "status")),
        Optional.empty(),
        Optional.of(ofKind(failures, "connect")),
        Optional.of(ofKind(failures, "reset")),
        Optional.of(ofKind(failures, "timeout")));
  }

  private static long ofKind(List<LoadResult.Failure> failures, String kind) {
    return failures.stream()
        .filter(failure -> failure.kind().equals(kind))
        .mapToLong(LoadResult.Failure::count)
        .sum();
  }

  private static LatencySummary latency(JsonNode report, JsonNode summary, long answered) {
    JsonNode percentiles = report.path("latencyPercentiles");
    return answered == 0
        ? Latencies.NONE
        : new LatencySummary(
            micros(summary.path("average")),
            Latencies.supported(answered, 50, micros(percentiles.path("p50"))),
            Latencies.supported(answered, 90, micros(percentiles.path("p90"))),
            Latencies.supported(answered, 99, micros(percentiles.path("p99"))),
            Latencies.supported(answered, 99.9, micros(percentiles.path("p99.9"))),
            micros(summary.path("slowest")));
  }

  /** Of seconds; empty where oha prints null because there is no value. */
  private static Optional<Double> micros(JsonNode seconds) {
    return seconds.isNumber()
        ? Optional.of(Math.round(seconds.asDouble() * MICROS * 10) / 10.0)
        : Optional.empty();
  }
}
