package dev.tierbench.loadgen.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.loadgen.Http2Server;
import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.output.TextReport;
import dev.tierbench.run.record.LoadResult;
import io.netty.handler.codec.http2.Http2Error;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class Http2LoadTest {

  private static final Http2Server.Behaviour AFTER_5_MS =
      (exchange, number) -> exchange.later(5, exchange::ok);

  private static LoadResult run(Http2Server server, String options) throws Exception {
    return TestRun.of(server.url() + " --phases settle=300ms,measure=1s " + options);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-R 800", "--start burst", "-t 2"})
  void requestsShareConnections(String more) throws Exception {
    try (Http2Server server = new Http2Server(10, AFTER_5_MS)) {
      LoadResult result =
          run(server, ("-c 20 --http2-streams 10 --expect-body echo " + more).strip());
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.ok()).isGreaterThan(200);
      assertThat(server.requests()).isEqualTo(TestRun.sent(result));
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.mostAtOnce()).isBetween(2, 10);
      assertThat(result.connections())
          .isEqualTo(
              new LoadResult.Connections(
                  2, 2, 0, result.connections().connectSeconds().orElseThrow()));
      assertThat(result.request().http2Streams()).contains(10);
      assertThat(result.idleLosses()).isEmpty();
      assertThat(TextReport.of(result)).contains("HTTP/2 with 10 streams on a connection at most");
    }
  }

  /** One of the two loops has two of the three connections. */
  @Test
  void aLoopWithFewerStreamsGetsFewerArrivals() throws Exception {
    try (Http2Server server =
        new Http2Server(10, (exchange, number) -> exchange.later(50, exchange::ok))) {
      LoadResult.Phase measured =
          run(server, "-c 30 --http2-streams 10 -t 2 -R 420").phases().getLast();
      assertThat(server.connections()).isEqualTo(3);
      assertThat(measured.failed().total()).isZero();
      // Half of the rate would be more than ten streams of 50 ms can carry.
      assertThat(measured.lateWithoutConnectionRatio().orElseThrow()).isLessThan(0.35);
    }
  }

  @Test
  void theClosedModelHasAllOfItsRequestsInFlight() throws Exception {
    try (Http2Server server =
        new Http2Server(100, (exchange, number) -> exchange.later(50, exchange::ok))) {
      LoadResult result = run(server, "-c 25 --http2-streams 100 --start burst");
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.mostAtOnce()).isEqualTo(25);
      assertThat(result.phases().getLast().inFlightAtEnd()).contains(25L);
    }
  }

  @Test
  void theRequestIsTheSameAsOverHttp1(@TempDir Path folder) throws Exception {
    Path body =
        Files.writeString(folder.resolve("order.json"), "{\"a\":" + "1".repeat(200_000) + "}");
    try (Http2Server server = new Http2Server(100, AFTER_5_MS)) {
      LoadResult result =
          run(server, "-c 2 --http2-streams 2 --method POST -H X-Tenant:seven --body-file " + body);
      assertThat(result.phases().getLast().failed().total()).isZero();
      assertThat(server.lastHeaders())
          .containsEntry(":method", "POST")
          .containsEntry(":path", "/echo?a=1")
          .containsEntry(":scheme", "http")
          .containsEntry(":authority", server.url().replaceAll("http://|/echo.*", ""))
          .containsEntry("x-tenant", "seven")
          .containsEntry("content-type", "application/json")
          .containsEntry("content-length", String.valueOf(Files.size(body)));
      assertThat(server.requestBytes() % Files.size(body)).isZero();
      assertThat(server.requestBytes() / Files.size(body)).isEqualTo(server.requests());
    }
  }

  @Test
  void bodiesLargerThanTheWindowsOfTheProtocolAreReadWhole() throws Exception {
    String large = "x".repeat(300_000);
    try (Http2Server server =
        new Http2Server(100, (exchange, number) -> exchange.answer("200", large))) {
      LoadResult result = run(server, "-c 4 --http2-streams 4 --expect-length 300000");
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.bytesReceived().orElseThrow())
          .isGreaterThan(300_000L * measured.ok() / 2);
    }
  }

  @Test
  void anotherStatusOrBodyIsAFailure() throws Exception {
    try (Http2Server server =
        new Http2Server(
            100,
            (exchange, number) ->
                exchange.later(
                    2,
                    () ->
                        exchange.answer(
                            number % 10 == 0 ? "503" : "200",
                            number % 10 == 5 ? "ohce\n" : "echo\n")))) {
      LoadResult result = run(server, "-c 10 --http2-streams 10 --expect-body echo");
      LoadResult.Phase measured = result.phases().getLast();
      long all = measured.ok() + measured.failed().total();
      assertThat(measured.failed().status().orElseThrow()).isBetween(all / 10 - 3, all / 10 + 3);
      assertThat(measured.failed().body().orElseThrow()).isBetween(all / 10 - 3, all / 10 + 3);
      assertThat(result.connections().reconnects()).contains(0L);
    }
  }

  @Test
  void aStreamThatTheServerResetsFailsAlone() throws Exception {
    try (Http2Server server =
        new Http2Server(
            100,
            (exchange, number) ->
                exchange.later(
                    2,
                    () -> {
                      if (number % 50 == 0) {
                        exchange.reset(Http2Error.REFUSED_STREAM);
                      } else {
                        exchange.ok();
                      }
                    }))) {
      LoadResult result = run(server, "-c 10 --http2-streams 10");
      LoadResult.Phase measured = result.phases().getLast();
      long all = measured.ok() + measured.failed().total();
      assertThat(measured.failed().reset().orElseThrow()).isBetween(all / 50 - 2, all / 50 + 2);
      assertThat(measured.failed().total()).isEqualTo(measured.failed().reset().orElseThrow());
      assertThat(result.failures().getFirst().reason()).contains("REFUSED_STREAM");
      assertThat(result.connections().reconnects()).contains(0L);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /**
   * The first GOAWAY of a server that ends in order names the last stream there can be (RFC 9113,
   * section 6.8).
   */
  @Test
  void aServerThatGoesAwayInOrderLosesNoRequest() throws Exception {
    try (Http2Server server = goingAway(Integer.MAX_VALUE)) {
      LoadResult result = run(server, "-c 10 --http2-streams 10");
      assertThat(failed(result)).isZero();
      long reconnects = result.connections().reconnects().orElseThrow();
      assertThat(reconnects).isPositive();
      // One that was being made when the load ended is on no count, and carried nothing.
      assertThat((long) server.usedConnections()).isEqualTo(1 + reconnects);
      assertThat(server.requests()).isEqualTo(TestRun.sent(result));
    }
  }

  @Test
  void whatAServerThatGoesAwayDoesNotTakeHasFailed() throws Exception {
    try (Http2Server server = goingAway(0)) {
      LoadResult result = run(server, "-c 10 --http2-streams 10");
      assertThat(failed(result)).isPositive();
      assertThat(result.failuresOfRequests())
          .extracting(LoadResult.Failure::reason)
          .allMatch(reason -> reason.startsWith("not taken by the server (GOAWAY: NO_ERROR)"));
      assertThat(result.connections().reconnects().orElseThrow()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--start burst", "-R 800"})
  void aServerThatLowersItsLimitOfStreamsLosesNoRequest(String model) throws Exception {
    try (Http2Server server =
        new Http2Server(
            100,
            (exchange, number) -> {
              exchange.later(5, exchange::ok);
              if (number == 300) {
                exchange.allow(10);
              }
            })) {
      LoadResult result = run(server, "-c 20 --http2-streams 20 " + model);
      assertThat(failed(result)).isZero();
      assertThat(result.connections().reconnects()).contains(1L);
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.requests()).isEqualTo(TestRun.sent(result)).isGreaterThan(400);
    }
  }

  private static Http2Server goingAway(int lastStream) throws InterruptedException {
    return new Http2Server(
        100,
        (exchange, number) -> {
          exchange.later(5, exchange::ok);
          if (number % 300 == 0) {
            exchange.goAway(lastStream);
          }
        });
  }

  private static long failed(LoadResult result) {
    return result.phases().stream().mapToLong(phase -> phase.failed().total()).sum();
  }

  @Test
  void aConnectionThatEndsFailsAllOfItsRequests() throws Exception {
    try (Http2Server server =
        new Http2Server(
            100,
            (exchange, number) -> {
              if (number == 500) {
                exchange.close();
              } else {
                exchange.later(5, exchange::ok);
              }
            })) {
      LoadResult result = run(server, "-c 10 --http2-streams 5 --start burst");
      long failed =
          result.phases().stream().mapToLong(phase -> phase.failed().reset().orElseThrow()).sum();
      assertThat(failed).isBetween(1L, 5L);
      assertThat(result.connections().reconnects()).contains(1L);
      assertThat(server.connections()).isEqualTo(3);
      assertThat(server.requests()).isGreaterThan(600);
    }
  }

  @Test
  void aRequestWithoutAnswerIsCancelled() throws Exception {
    try (Http2Server server =
        new Http2Server(
            10,
            (exchange, number) -> {
              if (number % 100 == 0) {
                exchange.head("200", false);
              } else {
                exchange.later(2, exchange::ok);
              }
            })) {
      LoadResult result = run(server, "-c 10 --http2-streams 10 --timeout 200ms");
      assertThat(
              result.phases().stream()
                  .mapToLong(phase -> phase.failed().timeout().orElseThrow())
                  .sum())
          .isGreaterThan(2);
      assertThat(result.failures().getFirst().reason()).contains("inside the response body");
      assertThat(server.connections()).isEqualTo(1);
      // The server counts those that are cancelled no more: it would refuse the eleventh.
      assertThat(server.requests()).isGreaterThan(1_100);
    }
  }

  @Test
  void aConnectionWithoutAnyAnswerStays() throws Exception {
    try (Http2Server server = new Http2Server(100, (exchange, number) -> {})) {
      LoadResult result = run(server, "-c 10 --http2-streams 10 --timeout 200ms --start burst");
      assertThat(failed(result)).isGreaterThan(20);
      assertThat(server.connections()).isEqualTo(1);
      assertThat(result.connections().reconnects()).contains(0L);
    }
  }

  /** A socket that is reset fails what is written to it, which is no defect of the generator. */
  @Test
  void aConnectionThatIsResetFailsItsRequestsAndIsMadeAgain() throws Exception {
    try (Http2Server server =
        new Http2Server(
            100,
            (exchange, number) -> {
              if (number % 400 == 0) {
                exchange.abort();
              } else {
                exchange.ok();
              }
            })) {
      LoadResult result = run(server, "-c 10 --http2-streams 10");
      assertThat(failed(result)).isPositive();
      long reconnects = result.connections().reconnects().orElseThrow();
      assertThat(reconnects).isGreaterThan(1);
      assertThat(result.phases().getLast().ok()).isGreaterThan(100);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void anAnswerThatBreaksTheRulesFailsAlone(int streams) throws Exception {
    try (Http2Server server =
        new Http2Server(
            100,
            (exchange, number) -> {
              switch ((int) (number % 10)) {
                case 3 -> exchange.shorterThanItsLength();
                case 7 -> exchange.answer("x", "echo\n");
                default -> exchange.ok();
              }
            })) {
      LoadResult result = run(server, "-c 10 --http2-streams " + streams);
      long body = result.phases().stream().mapToLong(each -> each.failed().body().orElse(0L)).sum();
      assertThat(body).isPositive().isEqualTo(failed(result));
      assertThat(result.connections().reconnects()).contains(0L);
      assertThat(result.failures())
          .extracting(LoadResult.Failure::reason)
          .anyMatch(reason -> reason.contains("content-length"))
          .anyMatch(reason -> reason.contains("without a status"));
    }
  }

  @Test
  void anAnswerBeforeTheRequestIsSentWholeIsGood(@TempDir Path folder) throws Exception {
    Path body = Files.writeString(folder.resolve("large"), "1".repeat(1_000_000));
    try (Http2Server server = Http2Server.atTheHead(100, (exchange, number) -> exchange.ok())) {
      LoadResult result =
          run(
              server,
              "-c 4 --http2-streams 4 --method POST --expect-body echo --body-file " + body);
      assertThat(result.failures()).isEmpty();
      assertThat(result.phases().getLast().ok()).isGreaterThan(20);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aResetInsideARequestIsNamedByItsCode(@TempDir Path folder) throws Exception {
    Path body = Files.writeString(folder.resolve("large"), "1".repeat(1_000_000));
    try (Http2Server server =
        Http2Server.atTheHead(
            100, (exchange, number) -> exchange.reset(Http2Error.REFUSED_STREAM))) {
      LoadResult result = run(server, "-c 4 --http2-streams 4 --method POST --body-file " + body);
      assertThat(failed(result)).isPositive();
      assertThat(result.failuresOfRequests())
          .extracting(LoadResult.Failure::reason)
          .allMatch(reason -> reason.startsWith("stream reset by the server (REFUSED_STREAM)"));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** RFC 9113, section 8.1: the rest of the request is not wanted, and the answer is whole. */
  @Test
  void aResetBehindAWholeAnswerIsGood() throws Exception {
    try (Http2Server server =
        new Http2Server(
            10,
            (exchange, number) -> {
              exchange.ok();
              exchange.reset(Http2Error.NO_ERROR);
            })) {
      LoadResult result = run(server, "-c 10 --http2-streams 10");
      assertThat(failed(result)).isZero();
      assertThat(result.phases().getLast().ok()).isGreaterThan(200);
    }
  }

  @Test
  void thousandsOfStreamsOnOneConnection() throws Exception {
    try (Http2Server server = new Http2Server(10_000, AFTER_5_MS)) {
      LoadResult result = run(server, "-c 5000 --http2-streams 5000");
      assertThat(failed(result)).isZero();
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aHeaderOfTheConnectionIsRefused() {
    assertThatThrownBy(() -> TestRun.plan("http://h/ --http2-streams 2 -H Connection:close"))
        .hasMessageContaining("HTTP/2 has no header 'connection'");
    assertThatThrownBy(() -> TestRun.plan("https://h/ --http2-streams 2"))
        .hasMessageContaining("HTTP/2 in clear text: give an http:// URL");
  }

  @Test
  void fewerStreamsThanAskedForAreRefusedBeforeTheLoad() throws Exception {
    try (Http2Server server = new Http2Server(10, AFTER_5_MS)) {
      assertThatThrownBy(() -> run(server, "-c 20 --http2-streams 20"))
          .isInstanceOf(CannotRunException.class)
          .hasMessageContaining("takes 10 streams on a connection at most, not 20")
          .hasMessageContaining("Ask for fewer: --http2-streams 10");
    }
  }

  @Test
  void aServerOfHttp1IsNamed() throws Exception {
    try (TestServer server =
        new TestServer(
            (socket, out, number) -> out.write("HTTP/1.1 400 \r\n\r\n".getBytes(US_ASCII)))) {
      assertThatThrownBy(() -> TestRun.of(server.url() + " -c 2 --http2-streams 2 -d 1s"))
          .isInstanceOf(CannotRunException.class)
          .hasMessageContaining("does not speak HTTP/2 in clear text")
          .hasMessageContaining("--server.http2.enabled=true");
    }
  }

  @Test
  void aServerThatSaysNothingIsNamed() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      assertThatThrownBy(() ->
              TestRun.of(
                  "http://127.0.0.1:%d/ -c 2 --http2-streams 2 -d 1s --timeout 300ms"
                      .formatted(silent.getLocalPort())))
          .isInstanceOf(CannotRunException.class)
          .hasMessageContaining("no settings of HTTP/2 in time");
    }
  }

  @Test
  void theRehearsalSpeaksHttp2() throws Exception {
    assertThat(Rehearsal.of(TestRun.plan("http://127.0.0.1:1/ -c 40 --http2-streams 8 -d 1s")))
        .isGreaterThan(500);
    assertThat(Optional.of(TestRun.plan("http://h/ -c 40 --http2-streams 8 -t 2").tcpConnections()))
        .contains(5);
  }
}
