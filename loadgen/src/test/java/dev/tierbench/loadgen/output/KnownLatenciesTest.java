package dev.tierbench.loadgen.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.rules.Steps;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is printed of latencies when requests failed, of which no latency is known. */
class KnownLatenciesTest {

  private static final LatencySummary ANSWERED =
      new LatencySummary(
          Optional.of(51_000.0),
          Optional.of(50_000.0),
          Optional.of(90_000.0),
          Optional.of(99_000.0),
          Optional.of(99_900.0),
          Optional.of(200_000.0));

  private static String row(LoadResult.Failed failed) {
    LoadResult.Phase phase =
        Steps.phase(100_000 - failed.total(), failed, 0, 51_000, List.of(), 500)
            .with(next -> next.serviceTimeUs(ANSWERED));
    return TextReport.of(Steps.load(phase))
        .lines()
        .filter(line -> line.startsWith("measure "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theReportShowsNoPercentileWhoseTailIsAmongTheFailedRequests() {
    assertThat(row(new LoadResult.Failed(0, 0, 0, 0, 2_000)))
        .containsPattern(" 51\\.00 +50\\.00 +90\\.00 +– +– +–$");
    assertThat(row(new LoadResult.Failed(0, 0, 0, 0, 1)))
        .containsPattern(" 51\\.00 +50\\.00 +90\\.00 +99\\.00 +99\\.90 +–$");
    assertThat(row(new LoadResult.Failed(0, 0, 0, 0, 0))).endsWith(" 200.00");
  }

  @Test
  void requestsThatWereDueAndNeverSentAreTheTailOfResponseTimes() {
    LoadResult.Phase phase =
        Steps.phase(98_000, new LoadResult.Failed(0, 0, 0, 0, 0), 0, 51_000, List.of(), 500)
            .with(next ->
                next.serviceTimeUs(ANSWERED)
                    .responseTimeUs(Optional.of(ANSWERED))
                    .unsent(Optional.of(2_000L)));
    List<String> rows = TextReport.of(Steps.load(phase)).lines().toList();
    assertThat(rows).anyMatch(row -> row.startsWith("measure ") && row.endsWith(" 200.00"));
    assertThat(rows)
        .filteredOn(row -> row.startsWith("  response"))
        .singleElement()
        .asString()
        .containsPattern(" 50\\.00 +90\\.00 +– +– +–$");
  }

  @Test
  @Tag("process")
  @Tag("timed")
  void aSecondInWhichMostRequestsFailedHasNoMedian() throws Exception {
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    TestServer.Behaviour mostlyBusy =
        (socket, out, number) -> {
          Thread.sleep(5);
          String answer =
              number % 5 < 3 ? "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n" : TestServer.OK;
          out.write(answer.getBytes(StandardCharsets.US_ASCII));
        };
    try (TestServer server = new TestServer(mostlyBusy)) {
      LoadResult unused =
          TestRun.of(
              server.url() + " -c 4 -d 1s",
              new EventStream(printing(events), Clock.systemUTC(), true),
              new LiveLine(printing(terminal), true));
    }
    LoadEvent second =
        events
            .toString(StandardCharsets.UTF_8)
            .lines()
            .map(line -> RunJson.parse(line, LoadEvent.class))
            .filter(event -> event.event() == LoadEvent.Type.SECOND)
            .findFirst()
            .orElseThrow();
    assertThat(second.ok().orElseThrow()).as("enough for a median").isGreaterThan(20);
    assertThat(second.p50Us()).isEmpty();
    assertThat(second.p99Us()).isEmpty();
    assertThat(terminal.toString(StandardCharsets.UTF_8)).contains("p50 –  p99 –  failed ");
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
