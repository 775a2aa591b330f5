package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoStub.Manner;
import dev.tierbench.contract.ServerContract.Strictness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
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
    Load load = new Load();
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
      askAndLeave();
    }
    echo.recover();
    Expect.status(server.get("/sleep"), OK);
    if (strictness.ours()) {
      Patience.await(
          "no server side socket is kept", () -> Sockets.abandonedTo(server.port()) == 0);
    }
  }

  private void askAndLeave() throws IOException, InterruptedException {
    int before = echo.requests();
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      client.setSoLinger(true, 0);
      client
          .getOutputStream()
          .write("GET /sleep HTTP/1.1\r\nHost: t\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      Patience.await("echo saw the request", () -> echo.requests() > before);
    }
  }

  /** What echo was when a request began: how it may end depends on that, whenever it ends. */
  private enum Phase {
    BEFORE,
    DOWN,
    /** Echo is back, and connections of before may still fail, each once. */
    RETURNED,
    /** The server has answered often enough since that nothing is left to fail. */
    NOTICED
  }

  private record Ending(Phase begun, int status) {}

  /** Clients that ask without pause until closed. */
  private final class Load implements AutoCloseable {
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Ending, AtomicInteger> endings = new ConcurrentHashMap<>();
    private final AtomicReference<String> lost = new AtomicReference<>();
    private volatile Phase phase = Phase.BEFORE;
    private volatile boolean running = true;

    void start() {
      for (int i = 0; i < CLIENTS; i++) {
        clients.execute(this::ask);
      }
    }

    private void ask() {
      try {
        while (running) {
          Phase begun = phase;
          int status = server.get("/sleep").statusCode();
          endings
              .computeIfAbsent(new Ending(begun, status), any -> new AtomicInteger())
              .incrementAndGet();
        }
      } catch (AssertionError noAnswer) {
        lost.set(noAnswer.getMessage());
      }
    }

    /** Requests that begin from now on are of that phase. */
    void enter(Phase next) {
      phase = next;
    }

    int count(Phase begun, int status) {
      return endings.getOrDefault(new Ending(begun, status), new AtomicInteger()).get();
    }

    /** Whatever is neither an answer of echo's nor a 502 ends the wait. */
    void awaitMore(Phase begun, int status, int rounds, String what) throws InterruptedException {
      Patience.await(
          what,
          () -> {
            assertAnswered();
            return count(begun, status) > rounds * CLIENTS;
          });
    }

    void assertAnswered() {
      Expect.that(lost.get() == null, "%s", lost.get());
      Set<Integer> statuses =
          endings.keySet().stream().map(Ending::status).collect(Collectors.toSet());
      Expect.that(
          Set.of(OK, BAD_GATEWAY).containsAll(statuses),
          "statuses other than 200 and 502 around a kill of echo: %s",
          statuses);
    }

    @Override
    public void close() {
      running = false;
      clients.close();
    }
  }
}
