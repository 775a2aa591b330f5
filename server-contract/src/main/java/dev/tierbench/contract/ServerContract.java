package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoStub.Manner;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What every server answers, to a good request and a bad one, and when echo fails. */
public final class ServerContract {

  /** Whose servers to check. */
  public enum Strictness {
    /** Statuses, types and bodies, and that a reason is one line. */
    ANY_SERVER,
    /** Also the text of each reason, and all that differs without need. */
    OUR_SERVERS
  }

  private record Fault(Manner manner, int status, String reason) {}

  private static final int GATEWAY_TIMEOUT = 504;
  private static final String CLOSED = "echo closed the connection before its answer was complete";
  private static final String SILENT =
      "echo did not answer within " + ServerUnderTest.ECHO_TIMEOUT_MILLIS + " ms";

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(Manner.CLOSE_UNANSWERED, 502, CLOSED),
          new Fault(Manner.RESET_UNANSWERED, 502, CLOSED),
          new Fault(Manner.CLOSE_IN_BODY, 502, CLOSED),
          new Fault(Manner.ANSWER_500, 502, "echo answered with status 500 instead of 200"),
          new Fault(Manner.ANSWER_GARBAGE, 502, "echo's answer is not readable as HTTP"));

  private static final List<String> INVALID_WORKLOADS =
      List.of(
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
          "calls=2&&fan=parallel");

  private final ServerUnderTest server;
  private final EchoStub echo;
  private final boolean ours;

  /**
   * The contract of one server.
   *
   * @param echo the stub that the server is to call
   */
  public ServerContract(ServerUnderTest server, EchoStub echo, Strictness strictness) {
    this.server = server;
    this.echo = echo;
    this.ours = strictness == Strictness.OUR_SERVERS;
  }

  /** In this order, one at a time: each leaves the stub as it found it. */
  public Stream<Check> checks() {
    Stream<Check> any =
        Stream.of(
            new Check("/health says that the server is ready", this::healthIsReady),
            new Check("/settings names schema and model", this::settingsNameTheModel),
            new Check("/sleep returns echo's body for one request to echo", this::sleep),
            new Check("calls are made one after another", this::callsInSequence),
            new Check("calls are concurrent with fan=parallel", this::callsInParallel),
            new Check("an answer has the length that was asked for", this::lengths),
            new Check("CPU work changes no answer", this::cpuWork),
            new Check("one call that fails fails the request", this::oneFailedCall),
            new Check("an instant answer follows one that waited", this::instantAfterWaiting),
            new Check("an echo that is late, silent or stalled is 504", this::silence));
    Stream<Check> ofOurs =
        Stream.of(
            new Check("echo is asked for plain text and nothing else", this::requestToEcho),
            new Check("an unknown path is 404 in one line", this::unknownPath),
            new Check("a wrong method is 405 in one line", this::wrongMethod));
    return Stream.of(
            any,
            INVALID_WORKLOADS.stream()
                .map(query -> new Check("/sleep?" + query + " is 400", () -> invalid(query))),
            FAULTS.stream().map(fault -> new Check(fault.manner() + " is 502", () -> fault(fault))),
            ours ? ofOurs : Stream.<Check>empty())
        .flatMap(checks -> checks);
  }

  private void healthIsReady() {
    HttpResponse<String> response = server.get("/health");
    assertThat(response.statusCode()).isEqualTo(200);
    if (ours) {
      assertThat(response.body()).isEqualTo("ready");
    }
  }

  private void settingsNameTheModel() {
    HttpResponse<String> response = server.get("/settings");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElse(""))
        .startsWith("application/json");
    assertThat(server.settings()).containsEntry("schema", "tierbench/settings/1");
    assertThat(server.settings().get("model")).asString().isNotBlank();
  }

  private void sleep() {
    int before = echo.requests();
    HttpResponse<String> response = server.get("/sleep");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElse(""))
        .startsWith(ours ? "text/plain;charset=UTF-8" : "text/plain");
    assertThat(response.body()).isEqualTo(EchoStub.BODY);
    assertThat(echo.requests() - before).isEqualTo(1);
  }

  private void requestToEcho() {
    server.get("/sleep");
    assertThat(
            echo.lastRequest()
                .lines()
                .map(line -> line.replaceAll(":.*", "").toLowerCase(Locale.ROOT)))
        .contains("get /echo http/1.1", "accept", "host")
        .doesNotContain("upgrade", "accept-encoding", "cookie");
  }

  private void callsInSequence() {
    int before = echo.requests();
    echo.mostConcurrent();
    assertThat(server.get("/sleep?calls=4").body()).isEqualTo(EchoStub.BODY);
    assertThat(server.get("/sleep?calls=4&fan=sequence").body()).isEqualTo(EchoStub.BODY);
    assertThat(echo.requests() - before).isEqualTo(8);
    assertThat(echo.mostConcurrent()).isEqualTo(1);
  }

  private void callsInParallel() {
    int before = echo.requests();
    echo.mostConcurrent();
    assertThat(server.get("/sleep?calls=4&fan=parallel").body()).isEqualTo(EchoStub.BODY);
    assertThat(echo.requests() - before).isEqualTo(4);
    assertThat(echo.mostConcurrent()).isGreaterThan(1);
  }

  private void lengths() {
    assertThat(server.get("/sleep?bytes=16k").body())
        .hasSize(16 * 1024)
        .startsWith(EchoStub.BODY + EchoStub.BODY);
    assertThat(server.get("/sleep?bytes=3").body()).isEqualTo(EchoStub.BODY.substring(0, 3));
  }

  private void cpuWork() {
    assertThat(server.get("/sleep?cpu=200us").body()).isEqualTo(EchoStub.BODY);
    assertThat(server.get("/sleep?cpu=2ms&calls=2&bytes=5").body())
        .isEqualTo(EchoStub.BODY.substring(0, 5));
  }

  /** Echo is asked nothing. */
  private void invalid(String query) {
    int before = echo.requests();
    HttpResponse<String> response = server.get("/sleep?" + query);
    assertOneLine(response, 400);
    if (ours) {
      assertThat(response.body()).startsWith("invalid workload '").contains("expected calls=1..");
    }
    assertThat(echo.requests()).isEqualTo(before);
  }

  /** Many requests: calls that are concurrent may fail at one moment. */
  private void oneFailedCall() {
    echo.behave(Manner.ANSWER_500);
    for (String fan : List.of("sequence", "parallel")) {
      for (HttpResponse<String> response :
          server.getConcurrently("/sleep?calls=3&fan=" + fan, 30)) {
        assertError(response, 502, "echo answered with status 500 instead of 200");
      }
    }
    echo.behave(Manner.ANSWER);
  }

  /** On one connection, whose turns are taken by whoever answers. */
  private void instantAfterWaiting() {
    for (int turn = 0; turn < 20; turn++) {
      assertThat(server.get("/sleep").body()).isEqualTo(EchoStub.BODY);
      assertThat(server.get("/health").statusCode()).isEqualTo(200);
    }
  }

  private void unknownPath() {
    assertError(
        server.get("/nothing"),
        404,
        "no such path: this server has GET /sleep, /settings and /health");
  }

  private void wrongMethod() {
    HttpResponse<String> response = server.send("POST", "/sleep");
    assertError(response, 405, "method not allowed: use GET");
    assertThat(response.headers().firstValue("allow")).hasValue("GET");
  }

  private void fault(Fault fault) {
    assertFailure(fault.status(), fault.reason(), fault.manner());
  }

  private void silence() {
    assertFailure(
        GATEWAY_TIMEOUT, SILENT, Manner.ANSWER_LATE, Manner.NEVER_ANSWER, Manner.STALL_IN_BODY);
  }

  /**
   * Concurrent requests, one for each manner. The request count proves that nothing was tried
   * twice; the last call, that all is well again.
   */
  private void assertFailure(int status, String reason, Manner... manners) {
    assertThat(server.get("/sleep").statusCode()).isEqualTo(200);
    int before = echo.requests();
    echo.behave(manners);
    List<HttpResponse<String>> responses = server.getConcurrently("/sleep", manners.length);
    echo.behave(Manner.ANSWER);
    responses.forEach(response -> assertError(response, status, reason));
    assertThat(echo.requests() - before)
        .as("requests that echo received")
        .isEqualTo(manners.length);
    assertThat(server.get("/sleep").body()).isEqualTo(EchoStub.BODY);
  }

  private void assertError(HttpResponse<String> response, int status, String reason) {
    assertOneLine(response, status);
    if (ours) {
      assertThat(response.body()).isEqualTo(reason + "\n");
    }
  }

  private static void assertOneLine(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
    assertThat(response.body()).hasLineCount(1);
  }
}
