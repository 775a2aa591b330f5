package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.result.FailureKind;
import dev.tierbench.run.record.LoadResult;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that misbehave: each is named by kind and reason, and none makes a run hang. */
@Tag("process")
@Tag("timed")
class HostileServerTest {

  private record Case(
      String name, FailureKind kind, String reason, TestServer.Behaviour behaviour) {}

  /** What a server does once it has sent its bytes. */
  enum Then {
    READ_ON,
    STALL,
    CLOSE
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          not HTTP                        | READ_ON | BODY    | not HTTP/1                     | +PONG~
          another status                  | READ_ON | STATUS  | status 503, not 200            | HTTP/1.1 503 Busy~Content-Length: 0~~
          another body                    | READ_ON | BODY    | not the expected text          | HTTP/1.1 200 OK~Content-Length: 3~~bad
          a longer body than expected     | READ_ON | BODY    | not the expected text          | HTTP/1.1 200 OK~Content-Length: 6~~echoes
          content-length without a number | READ_ON | BODY    | content-length is not a number | HTTP/1.1 200 OK~Content-Length: many~~
          negative content-length         | READ_ON | BODY    | content-length is not a number | HTTP/1.1 200 OK~Content-Length: -5~~
          contradicting content-lengths   | READ_ON | BODY    | two different content-lengths  | HTTP/1.1 200 OK~Content-Length: 5~Content-Length: 6~~
          bad chunk size                  | READ_ON | BODY    | not a hexadecimal number       | HTTP/1.1 200 OK~Transfer-Encoding: chunked~~five~
          chunk longer than stated        | READ_ON | BODY    | runs past its stated size      | HTTP/1.1 200 OK~Transfer-Encoding: chunked~~2~echo~0~~
          upgrade to another protocol     | READ_ON | BODY    | switched protocols             | HTTP/1.1 101 Switching Protocols~Upgrade: x~~
          status of four digits           | READ_ON | BODY    | no status                      | HTTP/1.1 2000 OK~Content-Length: 0~~
          status of letters               | READ_ON | BODY    | no status                      | HTTP/1.1 OK 200~~
          stall before the answer         | STALL   | TIMEOUT | received nothing               | ''
          stall inside the head           | STALL   | TIMEOUT | inside the response head       | HTTP/1.1 200 OK~Content-
          stall inside the body           | STALL   | TIMEOUT | inside the response body       | HTTP/1.1 200 OK~Content-Length: 100~~half
          close before the answer         | CLOSE   | RESET   | before a response              | ''
          close inside the head           | CLOSE   | RESET   | inside the response head       | HTTP/1.1 200 OK~Content-Le
          close inside the body           | CLOSE   | RESET   | inside the response body       | HTTP/1.1 200 OK~Content-Length: 100~~half
          close inside a chunk            | CLOSE   | RESET   | inside the response body       | HTTP/1.1 200 OK~Transfer-Encoding: chunked~~ff~abc
          """)
  void aBadAnswerIsNamed(String name, Then then, FailureKind kind, String reason, String bytes)
      throws Exception {
    TestServer.Behaviour saying = TestServer.saying(bytes.replace("~", "\r\n"));
    TestServer.Behaviour behaviour =
        (socket, out, number) -> {
          saying.answer(socket, out, number);
          out.flush();
          switch (then) {
            case READ_ON -> {}
            case STALL -> Thread.sleep(60_000);
            case CLOSE -> socket.close();
          }
        };
    check(new Case(name, kind, reason, behaviour));
  }

  private static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "header flood", FailureKind.BODY, "head larger than 64 KiB", HostileServerTest::flood),
        new Case("TCP reset", FailureKind.RESET, "connection reset", HostileServerTest::reset),
        new Case(
            "TCP reset inside a body that the close would end",
            FailureKind.RESET,
            "connection reset inside the response body",
            HostileServerTest::resetInsideCloseDelimitedBody),
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
            HostileServerTest::endless));
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

  @ParameterizedTest
  @CsvSource({"504 Late, true", "503 Busy, false"})
  void aServerThatGivesUpTheTierBehindItIsToldApart(String status, boolean late) throws Exception {
    String answer = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n";
    try (TestServer server = new TestServer(TestServer.saying(answer))) {
      LoadResult.Failed failed =
          TestRun.of(server.url() + " -c 2 --phases measure=600ms").phases().getFirst().failed();
      assertThat(failed.total()).isPositive();
      assertThat(failed.timedOut()).contains(late ? failed.total() : 0);
      assertThat(failed.rejected()).contains(late ? 0 : failed.total());
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
