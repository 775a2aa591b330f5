package dev.tierbench.harness.http.load;

import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.LoadResultPhaseBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** wrk 4: the closed model. Its answers that come after the time-out are among its requests. */
record Wrk() implements LoadGenerator {

  private static final Pattern LATENCY = Pattern.compile("\n +Latency +(\\S+) +(\\S+) +(\\S+)");

  @Override
  public GeneratorName name() {
    return GeneratorName.WRK;
  }

  @Override
  public String howToInstall() {
    return "apt-get install wrk";
  }

  @Override
  public Optional<String> refusal(Load load) {
    return load instanceof Load.Closed
        ? Optional.empty()
        : Optional.of("wrk keeps no rate: give --levels, or --generator wrk2");
  }

  @Override
  public List<String> arguments(LoadOrder order) {
    return arguments(order, List.of("--latency"));
  }

  /** Those that wrk and wrk2 have in common, with some more. */
  static List<String> arguments(LoadOrder order, List<String> more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--threads",
                String.valueOf(order.evenThreads()),
                "--connections",
                String.valueOf(order.load().connections()),
                "--duration",
                order.seconds() + "s",
                "--timeout",
                Durations.typed(TierCommands.REQUEST_TIMEOUT_SECONDS)));
    arguments.addAll(more);
    return arguments;
  }

  @Override
  public List<String> caveats() {
    return List.of(
        "wrk does not count a request whose connection the server closed in order",
        "wrk adds latencies of its own making after one of more than twice the mean",
        "wrk's latencies are also those of answers with an error status");
  }

  @Override
  public Optional<Integer> threads(LoadOrder order) {
    return Optional.of(order.evenThreads());
  }

  @Override
  public LoadReport read(LoadOrder order, String startedAt, String output) throws IOException {
    PrintedLines lines = new PrintedLines(name().id(), output);
    WrkTotals totals = WrkTotals.read(lines);
    long ok = Math.max(0, totals.complete() - totals.errorStatuses() - totals.timeouts());
    return report(
        order, startedAt, totals, ok, latency(lines, totals.complete() - totals.timeouts()));
  }

  private static LatencySummary latency(PrintedLines lines, long samples) throws IOException {
    Matcher stats = lines.require("latency", LATENCY);
    return samples <= 0
        ? Latencies.NONE
        : new LatencySummary(
            PrintedLines.micros(stats.group(1)),
            percentile(lines, 50, samples),
            percentile(lines, 90, samples),
            percentile(lines, 99, samples),
            Optional.empty(),
            PrintedLines.micros(stats.group(3)));
  }

  private static Optional<Double> percentile(PrintedLines lines, int percentile, long samples) {
    return Latencies.supported(
        samples,
        percentile,
        lines
            .find(Pattern.compile("\n +" + percentile + "% +(\\S+)"))
            .flatMap(line -> PrintedLines.micros(line.group(1))));
  }

  private static LoadReport report(
      LoadOrder order, String startedAt, WrkTotals totals, long ok, LatencySummary latency) {
    return new LoadReport(
        phase(order, startedAt, totals, ok).serviceTimeUs(latency).build(), failures(totals));
  }

  /** What wrk and wrk2 report alike. */
  static LoadResultPhaseBuilder phase(
      LoadOrder order, String startedAt, WrkTotals totals, long ok) {
    return LoadResultPhaseBuilder.builder()
        .name(order.phase().id())
        .startedAt(startedAt)
        .seconds(totals.seconds())
        .ok(ok)
        .failed(
            new LoadResult.Failed(
                Optional.of(totals.errorStatuses()),
                Optional.empty(),
                Optional.of(totals.connectErrors()),
                Optional.of(totals.ioErrors()),
                Optional.of(totals.timeouts())))
        .throughputRps(totals.seconds() > 0 ? ok / totals.seconds() : 0)
        .bytesReceived(totals.bytes());
  }

  static List<LoadResult.Failure> failures(WrkTotals totals) {
    return Failures.of(
        new LoadResult.Failure("status", "a status of 400 or more", totals.errorStatuses()),
        new LoadResult.Failure("connect", "connect error", totals.connectErrors()),
        new LoadResult.Failure("reset", "read or write error", totals.ioErrors()),
        new LoadResult.Failure("timeout", "no answer in time", totals.timeouts()));
  }
}
