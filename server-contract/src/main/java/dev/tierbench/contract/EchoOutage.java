package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoStub.Manner;
import dev.tierbench.contract.OutageLoad.Phase;
import dev.tierbench.contract.ServerContract.Strictness;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Stream;

/** Echo dies and returns, also under load, and clients leave. For a server of this host. */
public record EchoOutage(ServerUnderTest server, EchoStub echo, Strictness strictness) {
  private static final int CLIENTS = 50;

  /**
   * A client may ask again before the connection of its last request is back in the pool, and then
   * the server opens one more; a server that never reuses one goes far beyond.
   */
  private static final long MOST_CONNECTIONS = 2L * CLIENTS;

  /** Answers for each client. */
  private static final int SOME_ROUNDS = 2;

  /**
   * Answers for each client after echo has returned, enough for the slowest client to receive its
   * last 502.
   */
  private static final int ROUNDS_TO_NOTICE = 5;

  private static final int MOST_FAILURES = 3;
  private static final Duration LONG_AFTER_THE_LEAVE = Duration.ofMillis(200);
  private static final int OK = 200;
  private static final int BAD_GATEWAY = 502;

  /**
   * Returns the checks of an outage; those of our own servers also look at the sockets to echo,
   * which no client sees.
   */
  Stream<Check> checks() {
    Stream<Check> any =
        Stream.of(
            new Check("a killed echo costs only 502s, and its return is noticed", this::underLoad),
            new Check("clients that leave disturb nobody", this::clientsLeave));
    Stream<Check> ofOurs =
        Stream.of(new Check("a restart between requests costs a few 502s", this::betweenRequests));
    return strictness.ours() ? Stream.concat(any, ofOurs) : any;
  }

  /**
   * Checks a server that was started while echo was down: it answers 502 with the reason until echo
   * starts, and 200 then.
   */
  public void endsWithTheFirstStartOfEcho() {
    HttpResponse<String> down = server.get("/sleep");
    assertThat(down.statusCode()).isEqualTo(BAD_GATEWAY);
    assertThat(down.body()).isEqualTo("echo is down: cannot connect to " + echo.url() + "\n");
    echo.restart();
    assertThat(server.get("/sleep").statusCode()).isEqualTo(OK);
  }

  /**
   * Checks that a server with {@code --echo.max-connections=1} names the time-out of echo in one
   * answer and the exhausted pool in the other.
   */
  public void namesAPoolThatIsExhausted() {
    echo.behave(Manner.NEVER_ANSWER);
    assertThat(server.getConcurrently("/sleep", 2))
        .extracting(HttpResponse::body)
        .containsExactlyInAnyOrder(
            "echo did not answer within " + ServerUnderTest.ECHO_TIMEOUT_MILLIS + " ms\n",
            "no connection to echo came free within %s ms\n"
                .formatted(ServerUnderTest.ACQUIRE_TIMEOUT_MILLIS));
    echo.behave(Manner.ANSWER);
  }

  private void underLoad() throws Exception {
    echo.kill(); // and with it the connections of earlier requests
    echo.restart();
    OutageLoad load = new OutageLoad(server, "/sleep", CLIENTS);
    try (load) {
      load.start();
      load.awaitMore(Phase.BEFORE, OK, SOME_ROUNDS, "answers before the kill");
      assertPooled();

      echo.kill();
      load.enter(Phase.DOWN);
      load.awaitMore(Phase.DOWN, BAD_GATEWAY, SOME_ROUNDS, "502s while echo is down");

      echo.restart();
      load.enter(Phase.RETURNED);
      load.awaitMore(Phase.RETURNED, OK, ROUNDS_TO_NOTICE, "answers after the return");
      load.enter(Phase.NOTICED);
      load.awaitMore(Phase.NOTICED, OK, SOME_ROUNDS, "more answers");
      assertPooled();
    }
    load.assertAnswered();
    int failed = load.count(Phase.NOTICED, BAD_GATEWAY);
    Expect.that(failed == 0, "%d times 502 to requests that began once echo was back", failed);
    if (strictness.ours()) {
      Patience.await(
          "no socket that echo closed is kept", () -> Sockets.abandonedTo(echo.port()) == 0);
    }
  }

  private void assertPooled() {
    if (strictness.ours()) {
      assertThat(Sockets.establishedTo(echo.port())).isBetween(1L, MOST_CONNECTIONS);
    }
  }

  private void betweenRequests() {
    server.getConcurrently("/sleep", CLIENTS);
    assertThat(Sockets.establishedTo(echo.port()))
        .as("idle connections, more than may fail")
        .isGreaterThan(2 * MOST_FAILURES);
    echo.kill();
    echo.restart();
    for (int request = 0; request < MOST_FAILURES; request++) {
      server.get("/sleep");
    }
    for (int request = 0; request < 2 * CLIENTS / 5; request++) {
      assertThat(server.get("/sleep").statusCode()).isEqualTo(OK);
    }
  }

  /**
   * All leave long before echo answers: reactor-netty and WebFlux log a stack trace when a leave
   * meets an answer that is just being read, about once in 2,000 attempts at it.
   */
  private void clientsLeave() throws Exception {
    echo.delay(LONG_AFTER_THE_LEAVE);
    for (int i = 0; i < CLIENTS; i++) {
      int before = echo.requests();
      server.askAndLeave(
          "/sleep", () -> Patience.await("echo saw the request", () -> echo.requests() > before));
    }
    echo.recover();
    Expect.status(server.get("/sleep"), OK);
    if (strictness.ours()) {
      Patience.await(
          "no server side socket is kept", () -> Sockets.abandonedTo(server.port()) == 0);
    }
  }
}
