package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LatencySummary;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** wrk 4: the closed model. Its answers that come after the time-out are among its requests. */
final class Wrk extends WrkFamily {

  private static final Pattern LATENCY = Pattern.compile("\n +Latency +(\\S+) +(\\S+) +(\\S+)");

  Wrk() {
    super(
        GeneratorName.WRK,
        "apt-get install wrk",
        "wrk does not count a request whose connection the server closed in order",
        "wrk adds latencies of its own making after one of more than twice the mean",
        "wrk's latencies are also those of answers with an error status");
  }

  @Override
  public Optional<String> refusal(Load load) {
    return load instanceof Load.Closed
        ? Optional.empty()
        : Optional.of("wrk keeps no rate: give --levels, or --generator wrk2");
  }

  @Override
  List<String> arguments(LoadOrder order) {
    return arguments(order, List.of("--latency"));
  }

  @Override
  LoadReport report(LoadOrder order, String startedAt, String output) throws IOException {
    PrintedLines lines = new PrintedLines(name().id(), output);
    WrkTotals totals = WrkTotals.read(lines);
    long inTime = totals.complete() - totals.timeouts();
    Matcher stats = lines.require("latency", LATENCY);
    LatencySummary latency =
        Latencies.of(
            inTime,
            PrintedLines.micros(stats.group(1)),
            lines.percentiles(),
            PrintedLines.micros(stats.group(3)));
    long ok = Math.max(0, inTime - totals.errorStatuses());
    return new LoadReport(
        totals.phase(order, startedAt, ok).serviceTimeUs(latency).build(),
        totals.failures(),
        List.of());
  }
}
