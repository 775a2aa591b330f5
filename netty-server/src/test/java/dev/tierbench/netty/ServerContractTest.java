package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.netty.EchoStub.Manner;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

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
