package dev.tierbench.harness.http.load;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.LoadResultPhaseBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * h2load of nghttp2, with HTTP/1.1 and one request at a time on each connection: the closed model.
 * Latencies are those of its log of requests; its summary has no percentiles in older versions. A
 * request whose connection is lost is started and never counted again.
 */
record H2load() implements LoadGenerator {

  private static final Pattern RATE = Pattern.compile("finished in (\\S+), ([0-9.]+) req/s");
  private static final Pattern REQUESTS =
      Pattern.compile(
          "requests: (\\d+) total, (\\d+) started, (\\d+) done, (\\d+) succeeded, (\\d+) failed,"
              + " (\\d+) errored, (\\d+) timeout");
  private static final Pattern STATUSES =
      Pattern.compile("status codes: (\\d+) 2xx, (\\d+) 3xx, (\\d+) 4xx, (\\d+) 5xx");
  private static final Pattern TRAFFIC = Pattern.compile("traffic: \\S+ \\((\\d+)\\) total");
  private static final Pattern HEAD = Pattern.compile("\n +(min +max[^\n]*)");
  private static final Pattern TIMES = Pattern.compile("\ntime for request: +([^\n]*)");
  private static final double MICROS = 1e6;

  @Override
  public GeneratorName name() {
    return GeneratorName.H2LOAD;
  }

  @Override
  public String howToInstall() {
    return "apt-get install nghttp2-client";
  }

  @Override
  public Optional<String> refusal(Load load) {
    return load instanceof Load.Closed
        ? Optional.empty()
        : Optional.of("h2load keeps a rate per connection only: give --levels, or --generator oha");
  }

  @Override
  public List<String> arguments(LoadOrder order) {
    return List.of(
        "--h1",
        "--threads=" + threadsOf(order),
        "--clients=" + order.load().connections(),
        "--max-concurrent-streams=1",
        "--duration=" + order.seconds() + "s",
        "--warm-up-time=0s",
        "--log-file=" + order.requestLog());
  }

  private static int threadsOf(LoadOrder order) {
    return Math.min(order.threads(), order.load().connections());
  }

  @Override
  public List<String> caveats() {
    return List.of(
        "h2load does not count a request whose connection was lost, and opens none in its place",
        "h2load cannot read a status without a reason phrase (Tomcat's), and counts it nowhere; where"
            + " it read none at all, every whole answer counts as correct");
  }

  @Override
  public Optional<Integer> threads(LoadOrder order) {
    return Optional.of(threadsOf(order));
  }

  @Override
  public LoadReport read(LoadOrder order, String startedAt, String output) throws IOException {
    PrintedLines lines = new PrintedLines(name().id(), output);
    Matcher requests = lines.require("counts of requests", REQUESTS);
    Matcher statuses = lines.require("status codes", STATUSES);
    long done = count(requests, 3);
    boolean read = IntStream.rangeClosed(1, 4).anyMatch(group -> count(statuses, group) > 0);
    long ok = read ? count(statuses, 1) : done;
    long errored = count(requests, 6);
    long timeouts = count(requests, 7);
    // Redirects succeed, to h2load.
    long otherStatuses = read ? count(statuses, 2) + count(requests, 5) - errored - timeouts : 0;
    double seconds = seconds(lines, done);
    Optional<RequestLog> log =
        ok > 0 && Files.exists(order.requestLog())
            ? Optional.of(RequestLog.read(order.requestLog()))
            : Optional.empty();
    LoadResult.Phase phase =
        LoadResultPhaseBuilder.builder()
            .name(order.phase().id())
            .startedAt(startedAt)
            .seconds(seconds)
            .started(Optional.of(count(requests, 2)))
            .carriedIn(Optional.of(0L))
            .ok(ok)
            .failed(
                new LoadResult.Failed(
                    Optional.of(otherStatuses).filter(known -> read),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(errored),
                    Optional.of(timeouts)))
            .throughputRps(seconds > 0 ? ok / seconds : 0)
            .serviceTimeUs(
                log.map(found -> LatencySummary.ofNanos(found.all()))
                    .orElseGet(() -> summary(lines, done)))
            .okPerSecond(log.map(RequestLog::okPerSecond))
            .bytesReceived(lines.find(TRAFFIC).map(traffic -> count(traffic, 1)))
            .build();
    return new LoadReport(
        phase,
        Failures.of(
            new LoadResult.Failure("status", "a status other than 2xx", otherStatuses),
            new LoadResult.Failure("reset", "connection error", errored),
            new LoadResult.Failure("timeout", "no answer in time", timeouts)),
        log.map(RequestLog::seconds).orElse(List.of()));
  }

  private static long count(Matcher line, int group) {
    return Long.parseLong(line.group(group));
  }

  /** What h2load divides by, which is the planned time and not the one that it prints. */
  private static double seconds(PrintedLines lines, long done) throws IOException {
    Matcher finished = lines.require("throughput", RATE);
    double rate = Double.parseDouble(finished.group(2));
    return rate > 0 ? done / rate : PrintedLines.micros(finished.group(1)).orElse(0.0) / MICROS;
  }

  /** The times of the summary, whose columns differ by version; of all answers. */
  private static LatencySummary summary(PrintedLines lines, long done) {
    Optional<Matcher> head = lines.find(HEAD);
    Optional<Matcher> times = lines.find(TIMES);
    if (done == 0 || head.isEmpty() || times.isEmpty()) {
      return Latencies.NONE;
    }
    List<String> names = columns(head.get().group(1));
    List<String> values = columns(times.get().group(1));
    Map<String, Double> micros = new HashMap<>();
    for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
      String name = names.get(i);
      PrintedLines.micros(values.get(i)).ifPresent(value -> micros.put(name, value));
    }
    return new LatencySummary(
        Optional.ofNullable(micros.get("mean")),
        Latencies.supported(done, 50, Optional.ofNullable(micros.get("median"))),
        Optional.empty(),
        Latencies.supported(done, 99, Optional.ofNullable(micros.get("p99"))),
        Optional.empty(),
        Optional.ofNullable(micros.get("max")));
  }

  private static List<String> columns(String line) {
    return new ArrayList<>(List.of(line.strip().split(" {2,}", -1)));
  }
}
