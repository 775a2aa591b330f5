package dev.tierbench.harness.http.drive.foreign;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.LoadResultPhaseBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines that wrk and wrk2 end with.
 *
 * @param complete responses, whatever their status
 * @param seconds from the start of the first connection to the end
 * @param errorStatuses responses with a status of 400 or more
 */
record WrkTotals(
    long complete,
    double seconds,
    Optional<Long> bytes,
    long connectErrors,
    long ioErrors,
    long timeouts,
    long errorStatuses) {

  private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in (\\S+), (\\S+) read");
  private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
  private static final Pattern SOCKETS =
      Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
  private static final Pattern STATUSES = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");

  static WrkTotals read(PrintedLines lines) throws IOException {
    Matcher requests = lines.require("totals", REQUESTS);
    long complete = PrintedLines.count(requests.group(1));
    double rate = Double.parseDouble(lines.require("throughput", RATE).group(1));
    Optional<Matcher> sockets = lines.find(SOCKETS);
    return new WrkTotals(
        complete,
        // The rate has more digits than the time, which is cut at two.
        rate > 0
            ? complete / rate
            : PrintedLines.micros(requests.group(2)).orElse(0.0) / MICROS_PER_SECOND,
        PrintedLines.bytes(requests.group(3)),
        count(sockets, 1),
        count(sockets, 2) + count(sockets, 3),
        count(sockets, 4),
        count(lines.find(STATUSES), 1));
  }

  /** The phase, but for its latencies. */
  LoadResultPhaseBuilder phase(LoadOrder order, String startedAt, long ok) {
    return LoadReport.phase(
            order, startedAt, seconds, ok, FailureReasons.byKind(failures(), FailureReasons.USUAL))
        .bytesReceived(bytes);
  }

  List<LoadResult.Failure> failures() {
    return FailureReasons.of(
        new LoadResult.Failure(FailureReasons.STATUS, "a status of 400 or more", errorStatuses),
        new LoadResult.Failure(FailureReasons.CONNECT, "connect error", connectErrors),
        new LoadResult.Failure(FailureReasons.RESET, "read or write error", ioErrors),
        new LoadResult.Failure(FailureReasons.TIMEOUT, "no answer in time", timeouts));
  }

  private static long count(Optional<Matcher> line, int group) {
    return line.map(found -> PrintedLines.count(found.group(group))).orElse(0L);
  }
}
