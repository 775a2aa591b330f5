package dev.tierbench.harness.http.drive.foreign;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
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
import java.util.stream.Stream;

/**
 * h2load of nghttp2: the closed model, over HTTP/1.1 with one request at a time on each connection,
 * or over HTTP/2. Latencies are those of its log of requests; its summary has no percentiles in
 * older versions. A request whose connection is lost is started and never counted again.
 */
final class H2load extends ForeignGenerator {

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

  H2load() {
    super(
        GeneratorName.H2LOAD,
        "apt-get install nghttp2-client",
        "h2load does not count a request whose connection was lost, and opens none in its place",
        "h2load cannot read a status without a reason phrase (Tomcat's), and counts it nowhere; where"
            + " it read none at all, every whole answer counts as correct");
  }

  @Override
  public Optional<String> refusal(Load load) {
    return load instanceof Load.Closed
        ? Optional.empty()
        : Optional.of("h2load keeps a rate per connection only: give --levels, or --generator oha");
  }

  @Override
  List<String> arguments(LoadOrder order) {
    Optional<Integer> streams = order.request().http2Streams();
    return Stream.concat(
            streams.isPresent() ? Stream.empty() : Stream.of("--h1"),
            Stream.of(
                "--threads=" + threadsOf(order),
                "--clients=" + order.tcpConnections(),
                "--max-concurrent-streams=" + streams.orElse(1),
                "--duration=" + order.seconds() + "s",
                "--warm-up-time=0s",
                "--log-file=" + order.requestLog()))
        .toList();
  }

  private static int threadsOf(LoadOrder order) {
    return Math.min(order.threads(), order.tcpConnections());
  }

  @Override
  public Optional<String> refusalOfHttp2(Load load, int streams) {
    return load.connections() % streams == 0
        ? Optional.empty()
        : Optional.of(
            "h2load has as many streams on each connection: give levels that %d divides, or"
                    .formatted(streams)
                + " --generator loadgen");
  }

  @Override
  boolean mustShow(RequestDescriptor request) {
    return request.headers().stream().anyMatch(SecretReference::isIn);
  }

  @Override
  List<String> requested(WorkRequest request, PrivateFiles files) throws IOException {
    if (!request.hidesTarget()) {
      return super.requested(request, files);
    }
    List<String> arguments = new ArrayList<>();
    request.headers().forEach(header -> arguments.addAll(List.of("-H", header)));
    arguments.add("--input-file=" + files.write("urls", request.target() + "\n"));
    return arguments;
  }

  @Override
  public Optional<Integer> threads(LoadOrder order) {
    return Optional.of(threadsOf(order));
  }

  @Override
  LoadReport report(LoadOrder order, String startedAt, String output) throws IOException {
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
    List<LoadResult.Failure> failures =
        FailureReasons.of(
            new LoadResult.Failure(FailureReasons.STATUS, "a status other than 2xx", otherStatuses),
            new LoadResult.Failure(FailureReasons.RESET, "connection error", errored),
            new LoadResult.Failure(FailureReasons.TIMEOUT, "no answer in time", timeouts));
    List<String> kinds =
        read
            ? List.of(FailureReasons.STATUS, FailureReasons.RESET, FailureReasons.TIMEOUT)
            : List.of(FailureReasons.RESET, FailureReasons.TIMEOUT);
    Optional<RequestLog> log =
        ok > 0 && Files.exists(order.requestLog())
            ? Optional.of(RequestLog.read(order.requestLog()))
            : Optional.empty();
    LoadResult.Phase phase =
        LoadReport.phase(
                order,
                startedAt,
                seconds(lines, done - errored),
                ok,
                FailureReasons.byKind(failures, kinds))
            .started(Optional.of(count(requests, 2)))
            .carriedIn(Optional.of(0L))
            .serviceTimeUs(
                log.map(found -> LatencySummary.ofNanos(found.all()))
                    .orElseGet(() -> summary(lines, done)))
            .okPerSecond(log.map(RequestLog::okPerSecond))
            .bytesReceived(lines.find(TRAFFIC).map(traffic -> count(traffic, 1)))
            .build();
    return new LoadReport(phase, failures, log.map(RequestLog::seconds).orElse(List.of()));
  }

  private static long count(Matcher line, int group) {
    return PrintedLines.count(line.group(group));
  }

  /**
   * What h2load divides by, which is the planned time and not the one that it prints.
   *
   * @param answered the requests that its rate counts, which are not those that broke
   */
  private static double seconds(PrintedLines lines, long answered) throws IOException {
    Matcher finished = lines.require("throughput", RATE);
    double rate = Double.parseDouble(finished.group(2));
    return rate > 0
        ? answered / rate
        : PrintedLines.micros(finished.group(1)).orElse(0.0) / MICROS_PER_SECOND;
  }

  /** The times of the summary, whose columns differ by version; of all answers. */
  private static LatencySummary summary(PrintedLines lines, long done) {
    Optional<Matcher> head = lines.find(HEAD);
    Optional<Matcher> times = lines.find(TIMES);
    if (head.isEmpty() || times.isEmpty()) {
      return LatencySummary.NONE;
    }
    String[] names = columns(head.get());
    String[] values = columns(times.get());
    Map<String, Double> micros = new HashMap<>();
    for (int i = 0; i < Math.min(names.length, values.length); i++) {
      String name = names[i];
      PrintedLines.micros(values[i]).ifPresent(value -> micros.put(name, value));
    }
    Map<Double, Double> percentiles = new HashMap<>();
    percentiles.put(50.0, micros.get("median"));
    percentiles.put(99.0, micros.get("p99"));
    return Latencies.of(
        done,
        Optional.ofNullable(micros.get("mean")),
        percentiles,
        Optional.ofNullable(micros.get("max")));
  }

  private static String[] columns(Matcher line) {
    return line.group(1).strip().split(" {2,}", -1);
  }
}
