package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.cli.Plans;
import dev.tierbench.loadgen.http.BodyRule;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.Share;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LoadResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@Tag("timed")
class LoadRunTest {

  @Test
  void aPhaseEndsAtAFullSecondAfterItsRequests() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult result = TestRun.of(server.url() + " -c 10 --requests 500");
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      assertThat(measured.ok()).isGreaterThanOrEqualTo(500);
      assertThat(measured.seconds()).isEqualTo(Math.rint(measured.seconds())).isLessThan(60);
      assertThat(measured.okPerSecond().orElseThrow().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(measured.ok());
    }
  }

  @Test
  void aRehearsalMakesRequestsInEitherModel() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      assertThat(Rehearsal.of(Plans.of(server.url(), "-c", "4"))).isGreaterThan(1_000);
      // One that nothing ends makes 10,000 requests in each of 20 seconds.
      assertThat(Rehearsal.of(Plans.of(server.url(), "-c", "4", "-R", "50")))
          .isBetween(10_000L, 150_000L);
    }
  }

  private static LoadResult run(String url, String arguments, RunListener... listeners)
      throws Exception {
    return TestRun.of(url + " " + arguments, listeners);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--start spread", "--start burst", "--start spread -t 3"})
  void theServerSawExactlyTheRequestsThatTheClientSent(String options) throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult result = run(server.url(), "-c 20 --phases settle=400ms,measure=800ms " + options);
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
      assertThat(result.phases())
          .extracting(LoadResult.Phase::name)
          .containsExactly("settle", "measure");
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.inFlightAtEnd().orElseThrow()).isEqualTo(20);
      assertThat(measured.carriedIn().orElseThrow()).isEqualTo(20);
      assertThat(result.failures()).isEmpty();
    }
  }

  @Test
  void inTheClosedModelLittlesLawHolds() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(50))) {
      LoadResult result = run(server.url(), "-c 40 --phases settle=1s,measure=2s");
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      double n = measured.throughputRps() * measured.serviceTimeUs().mean().orElseThrow() / 1e6;
      assertThat(n).isCloseTo(40, within(2.0));
      assertThat(measured.serviceTimeUs().p50().orElseThrow()).isGreaterThanOrEqualTo(50_000);
    }
  }

  @Test
  void aSpreadStartKeepsTheConnectionsOutOfStep() throws Exception {
    assertThat(burstiness("spread")).isLessThan(burstiness("burst") / 2);
  }

  /** Largest number of requests that the server got inside 10 ms. */
  private static long burstiness(String start) throws Exception {
    List<Long> arrivals = java.util.Collections.synchronizedList(new ArrayList<>());
    try (TestServer server =
        new TestServer((socket, out, number) -> {
          arrivals.add(System.nanoTime());
          TestServer.delayed(100).answer(socket, out, number);
        })) {
      run(server.url(), "-c 100 --phases settle=500ms,measure=500ms --start " + start);
    }
    long most = 0;
    for (long from : arrivals) {
      most =
          Math.max(
              most, arrivals.stream().filter(at -> at >= from && at < from + 10_000_000).count());
    }
    return most;
  }

  @Test
  void inTheOpenModelEveryArrivalIsSentOrCountedAsUnsent() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(100))) {
      // Two connections carry 20 requests/s at the most; 100 are due.
      LoadResult result = run(server.url(), "-c 2 -R 100 --phases measure=1s");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.started().orElseThrow() + measured.unsent().orElseThrow()).isEqualTo(100);
      assertThat(measured.unsent().orElseThrow()).isBetween(75L, 90L);
      assertThat(measured.rateRatio().orElseThrow()).isLessThan(0.3);
      // All but the first two find both connections in use.
      assertThat(measured.lateWithoutConnectionRatio().orElseThrow()).isGreaterThan(0.7);
      assertThat(measured.lateWithConnectionRatio().orElseThrow()).isLessThan(0.2);
      assertThat(server.requests()).isEqualTo(measured.started().orElseThrow());
      // Who comes late waits: 20th of 100 arrivals is due at 0.2 s and sent at about 1 s.
      assertThat(measured.responseTimeUs().orElseThrow().max().orElseThrow())
          .isGreaterThan(3 * measured.serviceTimeUs().max().orElseThrow());
    }
  }

  @Test
  void inTheOpenModelAServerThatKeepsUpGetsTheWholeRate() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult result = run(server.url(), "-c 50 -R 400 --phases settle=500ms,measure=1s -t 2");
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      assertThat(measured.unsent().orElseThrow()).isZero();
      assertThat(TestRun.sent(result)).isEqualTo(600).isEqualTo(server.requests());
      assertThat(measured.rateRatio().orElseThrow()).isBetween(0.9, 1.1);
    }
  }

  @Test
  void inTheOpenModelTheArrivalsAreExactlyThoseOfTheScheduleToTheLastBoundary() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult.Phase measured = run(server.url(), "-c 5 -R 20 -d 2s").phases().getFirst();
      assertThat(measured.rateRatio()).contains(1.0);
      assertThat(measured.started().orElseThrow()).isEqualTo(40);
    }
  }

  @Test
  void inTheOpenModelAServerThatGoesDownIsSentLessThanWasDue() throws Exception {
    TestServer server = new TestServer(TestServer.delayed(5));
    RunListener killer =
        TestRun.atEachPhase(phase -> {
          if (phase.equals("down")) {
            server.close();
          }
        });
    LoadResult result = run(server.url(), "-c 10 -R 200 --phases up=400ms,down=800ms", killer);
    LoadResult.Phase down = result.phase("down").orElseThrow();
    // A connect that fails is no arrival: ten connections try it each 100 ms.
    assertThat(down.failed().connect()).contains(0L);
    assertThat(down.started().orElseThrow() - down.carriedIn().orElseThrow())
        .isLessThanOrEqualTo(160);
    assertThat(result.idleLosses())
        .extracting(LoadResult.Failure::reason)
        .contains("not reconnected: connection refused");
    // The few that were sent before all connections were gone.
    assertThat(down.rateRatio().orElseThrow()).isLessThan(0.1);
    assertThat(down.unsent().orElseThrow()).isBetween(140L, 160L);
    assertThat(result.failuresOfRequests().stream().mapToLong(LoadResult.Failure::count).sum())
        .isEqualTo(result.phases().stream().mapToLong(phase -> phase.failed().total()).sum());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--start spread", "--start burst"})
  void nothingIsSentOnAConnectionThatWasLostBeforeTheFirstSend(String start) throws Exception {
    try (TestServer server =
        new TestServer(
            0,
            TestServer.delayed(5),
            (socket, out, number) -> {
              if (number <= 6) {
                Thread.sleep(number);
                socket.close();
              }
            })) {
      LoadResult result = run(server.url(), "-c 8 --phases measure=600ms " + start);
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.inFlightAtEnd().orElseThrow()).isEqualTo(8);
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
      assertThat(result.idleLosses().stream().mapToLong(LoadResult.Failure::count).sum())
          .isEqualTo(6);
    }
  }

  @Test
  void aBrokenLoopEndsTheRunAndIsNamed() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          try (TestServer server = new TestServer(TestServer.delayed(5))) {
            LoadPlan sound = Plans.of(server.url(), "-c", "2", "-d", "60s");
            LoadPlan broken =
                new LoadPlan(
                    sound.target(),
                    new Load.Open(10, "no such arrivals", 2),
                    sound.phases(),
                    true,
                    sound.timeout(),
                    200,
                    BodyRule.ANY,
                    Optional.empty(),
                    1,
                    Share.WHOLE,
                    1);
            assertThatThrownBy(() -> new LoadRun(broken, List.of()).run())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("an event loop broke");
          }
        });
  }

  @Test
  void theBoundariesOfTheEventsAreThoseOfThePlan() throws Exception {
    List<Instant> boundaries = new ArrayList<>();
    RunListener listening =
        new RunListener() {
          @Override
          public void phaseStarted(String phase, Instant boundary) {
            boundaries.add(boundary);
          }

          @Override
          public void phaseEnded(String phase, Instant boundary) {
            boundaries.add(boundary);
          }
        };
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult result = run(server.url(), "-c 2 --phases settle=300ms,measure=500ms", listening);
      assertThat(result.phase("measure").orElseThrow().startedAt())
          .isEqualTo(boundaries.get(2).toString());
    }
    // The wall clock is read anew for each boundary, so it may differ by what the kernel slews it.
    assertThat(Duration.between(boundaries.get(0), boundaries.get(1)))
        .isCloseTo(Duration.ofMillis(300), Duration.ofMillis(5));
    assertThat(Duration.between(boundaries.get(1), boundaries.get(2)))
        .isCloseTo(Duration.ZERO, Duration.ofMillis(5));
    assertThat(Duration.between(boundaries.get(2), boundaries.get(3)))
        .isCloseTo(Duration.ofMillis(500), Duration.ofMillis(5));
  }

  @Test
  void aServerThatClosesAfterEachAnswerIsConnectedToAgain() throws Exception {
    try (TestServer server =
        new TestServer((socket, out, number) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"
                  .getBytes(StandardCharsets.US_ASCII));
          socket.close();
        })) {
      LoadResult result = run(server.url(), "-c 3 --phases measure=500ms --expect-body ok");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).isGreaterThan(10);
      assertThat(measured.failed().total()).isZero();
      assertThat(result.connections().reconnects().orElseThrow())
          .isBetween(measured.ok() - 3, measured.ok() + 3);
    }
  }

  @Test
  void aCloseDelimitedBodyIsAGoodAnswer() throws Exception {
    try (TestServer server =
        new TestServer((socket, out, number) -> {
          TestServer.saying("HTTP/1.0 200 OK\r\n\r\nbody").answer(socket, out, number);
          socket.close();
        })) {
      LoadResult.Phase measured =
          run(server.url(), "-c 2 --phases measure=300ms --expect-body body").phases().getFirst();
      assertThat(measured.ok()).isPositive();
      assertThat(measured.failed().total()).isZero();
    }
  }

  @Test
  void aLongBodyRepeatsItsTextUpToItsLength() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nabcdeabcdeab";
    try (TestServer server = new TestServer(TestServer.saying(answer))) {
      String options = "-c 2 --phases measure=200ms --expect-body abcde --expect-length ";
      LoadResult.Phase right = run(server.url(), options + 12).phases().getFirst();
      assertThat(right.ok()).isPositive();
      assertThat(right.failed().total()).isZero();
      LoadResult.Phase longer = run(server.url(), options + 13).phases().getFirst();
      assertThat(longer.ok()).isZero();
      assertThat(longer.failed().body().orElseThrow()).isPositive();
    }
  }

  @Test
  void aDroppedResponseIsATimeoutAndTheConnectionIsReplaced() throws Exception {
    try (TestServer server =
        new TestServer((socket, out, number) -> {
          if (number % 10 != 0) {
            TestServer.delayed(5).answer(socket, out, number);
          }
        })) {
      LoadResult result = run(server.url(), "-c 5 --phases measure=1500ms --timeout 200ms");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.failed().timeout().orElseThrow()).isPositive();
      assertThat(measured.failed().total()).isEqualTo(measured.failed().timeout().orElseThrow());
      assertThat(measured.failed().timeout().orElseThrow())
          .isBetween(server.requests() / 10 - 5, server.requests() / 10);
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
      assertThat(result.connections().reconnects().orElseThrow())
          .isBetween(
              measured.failed().timeout().orElseThrow() - 5,
              measured.failed().timeout().orElseThrow());
    }
  }

  @Test
  void aServerThatDiesIsCountedByKindAndFoundAgainWhenItIsBack() throws Exception {
    TestServer first = new TestServer(TestServer.delayed(5));
    int port = java.net.URI.create(first.url()).getPort();
    List<TestServer> second = new ArrayList<>();
    RunListener killer =
        TestRun.atEachPhase(phase -> {
          switch (phase) {
            case "down" -> first.close();
            case "back" -> second.add(new TestServer(port, TestServer.delayed(5)));
            default -> {} // the others run undisturbed
          }
        });
    LoadResult result =
        run(first.url(), "-c 8 --phases up=400ms,down=600ms,back=800ms,after=400ms", killer);
    assertThat(result.phase("up").orElseThrow().failed().total()).isZero();
    LoadResult.Phase down = result.phase("down").orElseThrow();
    assertThat(down.failed().reset().orElseThrow()).isEqualTo(8);
    assertThat(down.failed().connect().orElseThrow()).isPositive();
    LoadResult.Phase after = result.phase("after").orElseThrow();
    assertThat(after.failed().total()).isZero();
    assertThat(after.inFlightAtEnd().orElseThrow()).isEqualTo(8);
    second.getFirst().close();
  }

  @Test
  void everySecondOfThePhaseIsPublishedOnceAndAddsUp() throws Exception {
    List<Long> seconds = new ArrayList<>();
    RunListener adding =
        new RunListener() {
          @Override
          public void second(Second second) {
            assertThat(second.counted().serviceNanos().getTotalCount())
                .isEqualTo(second.counted().ok());
            seconds.add(second.counted().ok());
          }
        };
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult result = run(server.url(), "-c 4 -t 2 --phases measure=2200ms", adding);
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(seconds).hasSize(3);
      assertThat(seconds.stream().mapToLong(Long::longValue).sum()).isEqualTo(measured.ok());
      assertThat(measured.okPerSecond().orElseThrow())
          .containsExactlyElementsOf(seconds.subList(0, 2));
    }
  }

  @Test
  void aPercentileWithoutTenSamplesBeyondItIsLeftOut() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult.Phase measured = run(server.url(), "-c 1 --phases measure=1s").phases().getFirst();
      assertThat(measured.ok()).isBetween(21L, 999L);
      assertThat(measured.serviceTimeUs().p50()).isPresent();
      assertThat(measured.serviceTimeUs().p99()).isEmpty();
      assertThat(measured.serviceTimeUs().p999()).isEmpty();
    }
  }

  @Test
  void nobodyListeningIsSaidBeforeAnythingIsMeasured() throws Exception {
    TestServer server = new TestServer(TestServer.delayed(1));
    String url = server.url();
    server.close();
    assertThatThrownBy(() -> run(url, "-c 5"))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("connection refused");
  }

  @Test
  void anUnknownHostIsNamed() {
    assertThatThrownBy(() -> run("http://no-such-host.invalid/", "-c 1"))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("unknown host no-such-host.invalid");
  }
}
