package dev.tierbench.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.tomcat.EchoStub.Manner;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every model answers, and with which words when echo fails. */
@ParameterizedClass
@MethodSource("models")
class ServerContractTest {
  private static EchoStub echo;
  private static RunningServer server;

  @Parameter String model;

  static List<String> models() {
    return RunningServer.MODELS;
  }

  @BeforeParameterizedClassInvocation
  static void start(String model) {
    echo = new EchoStub();
    server = new RunningServer(echo, model);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    server.close();
    echo.close();
  }

  @BeforeEach
  void echoIsWell() {
    echo.behave(Manner.ANSWER);
  }

  @Test
  void sleepAnswersWhatEchoAnswersForExactlyOneRequest() {
    int before = echo.requests();
    HttpResponse<String> response = server.get("/sleep");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue("text/plain;charset=UTF-8");
    assertThat(response.body()).isEqualTo(EchoStub.BODY);
    assertThat(echo.requests() - before).isEqualTo(1);
  }

  @Test
  void echoIsAskedForPlainTextAndNothingElse() {
    server.get("/sleep");
    assertThat(
            echo.lastRequest()
                .lines()
                .map(line -> line.replaceAll(":.*", "").toLowerCase(java.util.Locale.ROOT)))
        .contains("get /echo http/1.1", "accept", "host")
        .doesNotContain("upgrade", "accept-encoding", "cookie");
  }

  @Test
  void callsAreMadeOneAfterAnother() {
    int before = echo.requests();
    echo.mostAtOnce();
    assertThat(server.get("/sleep?calls=4").body()).isEqualTo(EchoStub.BODY);
    assertThat(server.get("/sleep?calls=4&fan=sequence").body()).isEqualTo(EchoStub.BODY);
    assertThat(echo.requests() - before).isEqualTo(8);
    assertThat(echo.mostAtOnce()).isEqualTo(1);
  }

  @Test
  void callsAreMadeAtOnce() {
    int before = echo.requests();
    echo.mostAtOnce();
    assertThat(server.get("/sleep?calls=4&fan=parallel").body()).isEqualTo(EchoStub.BODY);
    assertThat(echo.requests() - before).isEqualTo(4);
    assertThat(echo.mostAtOnce()).isGreaterThan(1);
  }

  @Test
  void anAnswerHasTheLengthThatWasAskedFor() {
    assertThat(server.get("/sleep?bytes=16k").body())
        .hasSize(16 * 1024)
        .startsWith(EchoStub.BODY + EchoStub.BODY);
    assertThat(server.get("/sleep?bytes=3").body()).isEqualTo(EchoStub.BODY.substring(0, 3));
  }

  @Test
  void workOfTheProcessorChangesNoAnswer() {
    assertThat(server.get("/sleep?cpu=200us").body()).isEqualTo(EchoStub.BODY);
    assertThat(server.get("/sleep?cpu=2ms&calls=2&bytes=5").body())
        .isEqualTo(EchoStub.BODY.substring(0, 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calls=0",
        "calls=101",
        "calls=two",
        "calls",
        "fan=wide",
        "cpu=200",
        "cpu=2000ms",
        "bytes=-1",
        "bytes=2000k",
        "colour=red",
        "calls=2&&fan=parallel"
      })
  void whatIsNoWorkloadIs400InOneLineAndAsksEchoNothing(String query) {
    int before = echo.requests();
    HttpResponse<String> response = server.get("/sleep?" + query);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
    assertThat(response.body()).contains("is no workload: give calls=1..100").hasLineCount(1);
    assertThat(echo.requests()).isEqualTo(before);
  }

  /** Again and again: calls at once may fail at one moment. */
  @ParameterizedTest
  @ValueSource(strings = {"sequence", "parallel"})
  void oneCallThatFailsFailsTheRequest(String fan) {
    echo.behave(Manner.ANSWER_500);
    for (int turn = 0; turn < 30; turn++) {
      assertError(
          server.get("/sleep?calls=3&fan=" + fan),
          502,
          "echo answered with status 500 instead of 200");
    }
  }

  /** On one connection, whose turns are taken by whoever answers. */
  @Test
  void anAnswerGivenAtOnceMayFollowOneThatWaited() {
    for (int turn = 0; turn < 20; turn++) {
      assertThat(server.get("/sleep").body()).isEqualTo(EchoStub.BODY);
      assertThat(server.get("/health").body()).isEqualTo("ready");
    }
  }

  @Test
  void healthIsReady() {
    assertThat(server.get("/health").statusCode()).isEqualTo(200);
    assertThat(server.get("/health").body()).isEqualTo("ready");
  }

  @Test
  void anUnknownPathIs404InOneLine() {
    assertError(
        server.get("/nothing"),
        404,
        "no such path: this server has GET /sleep, /settings and /health");
  }

  @Test
  void aWrongMethodIs405InOneLine() {
    HttpResponse<String> response = server.send("POST", "/sleep");
    assertError(response, 405, "method not allowed: use GET");
    assertThat(response.headers().firstValue("allow")).hasValue("GET");
  }

  @Test
  void anEchoLaterThanTheTimeoutIs504() {
    assertFailure(Manner.ANSWER_LATE, 504, "echo did not answer within 500 ms");
  }

  @Test
  void anEchoThatNeverAnswersIs504() {
    assertFailure(Manner.NEVER_ANSWER, 504, "echo did not answer within 500 ms");
  }

  @Test
  void anEchoThatStallsInItsBodyIs504() {
    assertFailure(Manner.STALL_IN_BODY, 504, "echo did not answer within 500 ms");
  }

  @Test
  void anEchoThatClosesWithoutAnAnswerIs502() {
    assertFailure(
        Manner.CLOSE_UNANSWERED, 502, "echo closed the connection before its answer was complete");
  }

  @Test
  void anEchoThatResetsTheConnectionIs502() {
    assertFailure(
        Manner.RESET_UNANSWERED, 502, "echo closed the connection before its answer was complete");
  }

  @Test
  void anEchoThatClosesInItsBodyIs502() {
    assertFailure(
        Manner.CLOSE_IN_BODY, 502, "echo closed the connection before its answer was complete");
  }

  @Test
  void anEchoThatAnswersAnotherStatusIs502() {
    assertFailure(Manner.ANSWER_500, 502, "echo answered with status 500 instead of 200");
  }

  @Test
  void anEchoThatDoesNotSpeakHttpIs502() {
    assertFailure(Manner.ANSWER_GARBAGE, 502, "echo's answer is not readable as HTTP");
  }

  /**
   * The request count proves that nothing was tried twice; the last call, that all is well again.
   */
  private static void assertFailure(Manner manner, int status, String reason) {
    assertThat(server.get("/sleep").statusCode()).isEqualTo(200);
    int before = echo.requests();
    echo.behave(manner);
    assertError(server.get("/sleep"), status, reason);
    assertThat(echo.requests() - before).as("requests that echo received").isEqualTo(1);
    echo.behave(Manner.ANSWER);
    assertThat(server.get("/sleep").body()).isEqualTo(EchoStub.BODY);
  }

  private static void assertError(HttpResponse<String> response, int status, String reason) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
    assertThat(response.body()).isEqualTo(reason + "\n");
  }
}
