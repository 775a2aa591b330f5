package dev.tierbench.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.LoadResult;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Servers that misbehave: each is named by kind and reason, and none makes a run hang. */
@Tag("process")
@Tag("timed")
class HostileServerTest {

  private record Case(
      String name, FailureKind kind, String reason, TestServer.Behaviour behaviour) {}

  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  private static Stream<Case> cases() {
    return Stream.of(
        new Case("not HTTP", FailureKind.BODY, "not HTTP/1", TestServer.saying("+PONG\r\n")),
        new Case(
            "another status",
            FailureKind.STATUS,
            "status 503, not 200",
            TestServer.saying("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")),
        new Case(
            "another body",
            FailureKind.BODY,
            "not the expected text",
            TestServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad")),
        new Case(
            "a longer body than expected",
            FailureKind.BODY,
            "not the expected text",
            TestServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nechoes")),
        new Case(
            "header flood", FailureKind.BODY, "head larger than 64 KiB", HostileServerTest::flood),
        new Case(
            "stall before the answer",
            FailureKind.TIMEOUT,
            "received nothing",
            (socket, out, number) -> Thread.sleep(60_000)),
        new Case(
            "stall inside the head",
            FailureKind.TIMEOUT,
            "inside the response head",
            stallAfter("HTTP/1.1 200 OK\r\nContent-")),
        new Case(
            "stall inside the body",
            FailureKind.TIMEOUT,
            "inside the response body",
            stallAfter("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")),
        new Case(
            "close before the answer",
            FailureKind.RESET,
            "before a response",
            (socket, out, number) -> socket.close()),
        new Case(
            "close inside the head",
            FailureKind.RESET,
            "inside the response head",
            closeAfter("HTTP/1.1 200 OK\r\nContent-Le")),
        new Case(
            "close inside the body",
            FailureKind.RESET,
            "inside the response body",
            closeAfter("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")),
        new Case(
            "close inside a chunk",
            FailureKind.RESET,
            "inside the response body",
            closeAfter(CHUNKED + "ff\r\nabc")),
        new Case("TCP reset", FailureKind.RESET, "connection reset", HostileServerTest::reset),
        new Case(
            "TCP reset inside a body that the close would end",
            FailureKind.RESET,
            "connection reset inside the response body",
            HostileServerTest::resetInsideCloseDelimitedBody),
        new Case(
            "content-length without a number",
            FailureKind.BODY,
            "content-length is not a number",
            TestServer.saying("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n")),
        new Case(
            "negative content-length",
            FailureKind.BODY,
            "content-length is not a number",
            TestServer.saying("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n")),
        new Case(
            "contradicting content-lengths",
            FailureKind.BODY,
            "two different content-lengths",
            TestServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n")),
        new Case(
            "bad chunk size",
            FailureKind.BODY,
            "not a hexadecimal number",
            TestServer.saying(CHUNKED + "five\r\n")),
        new Case(
            "chunk longer than stated",
            FailureKind.BODY,
            "runs past its stated size",
            TestServer.saying(CHUNKED + "2\r\necho\n\r\n0\r\n\r\n")),
        new Case(
            "two answers for one request",
            FailureKind.BODY,
            "bytes after the end",
            TestServer.saying(TestServer.OK + TestServer.OK)),
        new Case(
            "endless interim answers",
            FailureKind.BODY,
            "interim responses",
            TestServer.saying("HTTP/1.1 102 Processing\r\n\r\n".repeat(20))),
        new Case(
            "endless body",
            FailureKind.TIMEOUT,
            "inside the response body",
            HostileServerTest::endless),
        new Case(
            "upgrade to another protocol",
            FailureKind.BODY,
            "switched protocols",
            TestServer.saying("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")),
        new Case(
            "status of four digits",
            FailureKind.BODY,
            "no status",
            TestServer.saying("HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n")),
        new Case(
            "status of letters",
            FailureKind.BODY,
            "no status",
            TestServer.saying("HTTP/1.1 OK 200\r\n\r\n")));
  }

  @TestFactory
  Stream<DynamicTest> everyMisbehaviourIsNamedAndNoneHangs() {
    return cases().map(one -> DynamicTest.dynamicTest(one.name(), () -> check(one)));
  }

  private static void check(Case one) throws Exception {
    try (TestServer server = new TestServer(one.behaviour())) {
      String run = " -c 2 --phases measure=600ms --timeout 200ms --expect-body echo";
      LoadResult result =
          org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
              Duration.ofSeconds(30), () -> TestRun.of(server.url() + run));
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).as("answers that passed as good").isZero();
      assertThat(measured.failed().total()).isPositive();
      assertThat(result.failures())
          .anySatisfy(failure -> {
            assertThat(failure.kind()).isEqualTo(one.kind().name().toLowerCase(Locale.ROOT));
            assertThat(failure.reason()).contains(one.reason());
          });
    }
  }

  private static final TestServer.Behaviour CLOSE = (socket, out, number) -> socket.close();
  private static final TestServer.Behaviour BANNER = TestServer.saying("220 mail ready\r\n");

  @Test
  void aServerThatClosesOnAcceptIsNotConnectedToInAHotLoop() throws Exception {
    LoadResult result = welcomedBy(CLOSE);
    assertThat(result.idleLosses()).extracting(LoadResult.Failure::reason).contains("closed");
    // Each of two connections pauses 10 ms before it reconnects, for 600 ms.
    assertThat(result.connections().reconnects().orElseThrow()).isBetween(2L, 130L);
    assertThat(result.phases().getFirst().ok()).isZero();
  }

  @Test
  void aServerThatSpeaksFirstIsNamedByWhatItSays() throws Exception {
    LoadResult result = welcomedBy(BANNER);
    assertThat(result.idleLosses())
        .extracting(LoadResult.Failure::reason)
        .anySatisfy(reason -> assertThat(reason).contains("no request asked for", "220 mail"));
    assertThat(result.connections().reconnects().orElseThrow()).isBetween(2L, 130L);
  }

  /** Few arrivals, so that the connections are lost idle. */
  private static LoadResult welcomedBy(TestServer.Behaviour welcome) throws Exception {
    try (TestServer server = new TestServer(0, TestServer.saying(TestServer.OK), welcome)) {
      LoadResult result = TestRun.of(server.url() + " -c 2 -R 2 --phases measure=600ms");
      assertThat(result.failuresOfRequests().stream().mapToLong(LoadResult.Failure::count).sum())
          .isEqualTo(result.phases().getFirst().failed().total());
      return result;
    }
  }

  private static TestServer.Behaviour stallAfter(String text) {
    return (socket, out, number) -> {
      TestServer.saying(text).answer(socket, out, number);
      out.flush();
      Thread.sleep(60_000);
    };
  }

  private static TestServer.Behaviour closeAfter(String text) {
    return (socket, out, number) -> {
      TestServer.saying(text).answer(socket, out, number);
      socket.close();
    };
  }

  private static void reset(Socket socket, java.io.OutputStream out, long number) throws Exception {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private static void resetInsideCloseDelimitedBody(
      Socket socket, java.io.OutputStream out, long number) throws Exception {
    TestServer.saying("HTTP/1.1 200 OK\r\n\r\necho").answer(socket, out, number);
    out.flush();
    Thread.sleep(20);
    reset(socket, out, number);
  }

  private static void flood(Socket socket, java.io.OutputStream out, long number) throws Exception {
    byte[] line = ("x-" + "y".repeat(1_000) + ": z\r\n").getBytes(StandardCharsets.US_ASCII);
    TestServer.saying("HTTP/1.1 200 OK\r\n").answer(socket, out, number);
    for (int i = 0; i < 10_000; i++) {
      out.write(line);
    }
  }

  private static void endless(Socket socket, java.io.OutputStream out, long number)
      throws Exception {
    TestServer.saying("HTTP/1.1 200 OK\r\n\r\n").answer(socket, out, number);
    while (true) {
      out.write(new byte[1_024]);
      Thread.sleep(5);
    }
  }
}
