package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tierbench.netty.EchoStub.Manner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Under load: echo dies and returns, the pool runs out, clients leave. */
class EchoRestartTest {
  private static final int CLIENTS = 50;

  private final EchoStub echo = new EchoStub();
  private RunningServer server;

  @AfterEach
  void stop() {
    server.close();
    echo.close();
  }

  @Test
  void aKilledEchoCostsOnly502sAndItsReturnIsNoticedWithoutALeak() throws Exception {
    server = new RunningServer(echo);
    Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
    try (Load load = new Load(statuses)) {
      load.start(CLIENTS);
      await("answers before the kill", () -> count(statuses, 200) > 5 * CLIENTS);
      assertThat(Sockets.establishedTo(echo.port())).isBetween(1L, (long) CLIENTS);

      echo.kill();
      await("502s while echo is down", () -> count(statuses, 502) > 5 * CLIENTS);

      echo.restart();
      int before = count(statuses, 200);
      await("answers after the return", () -> count(statuses, 200) > before + 5 * CLIENTS);
      int failed = count(statuses, 502);
      int answered = count(statuses, 200);
      await("more answers", () -> count(statuses, 200) > answered + 5 * CLIENTS);
      assertThat(count(statuses, 502)).as("502s once echo is back").isEqualTo(failed);
      assertThat(Sockets.establishedTo(echo.port())).isBetween(1L, (long) CLIENTS);
    }
    assertThat(statuses).containsOnlyKeys(200, 502);
    await("no socket that echo closed is kept", () -> Sockets.abandonedTo(echo.port()) == 0);
  }

  @Test
  void aRestartBetweenRequestsCostsAHandfulOf502s() throws Exception {
    server = new RunningServer(echo);
    sleepAtOnce(CLIENTS);
    // Many more idle connections than failures are allowed below.
    assertThat(Sockets.establishedTo(echo.port())).isGreaterThan(CLIENTS / 5);
    echo.kill();
    echo.restart();
    List<Integer> later =
        IntStream.range(0, CLIENTS).mapToObj(i -> server.get("/sleep").statusCode()).toList();
    assertThat(later.stream().filter(status -> status != 200).count()).isLessThanOrEqualTo(3);
    assertThat(later.subList(3, CLIENTS)).containsOnly(200);
  }

  @Test
  void echoDownFromTheStartIs502AndItsFirstStartIsNoticed() {
    echo.kill();
    server = new RunningServer(echo);
    HttpResponse<String> down = server.get("/sleep");
    assertThat(down.statusCode()).isEqualTo(502);
    assertThat(down.body()).isEqualTo("echo is down: cannot connect to " + echo.url() + "\n");
    echo.restart();
    assertThat(server.get("/sleep").statusCode()).isEqualTo(200);
  }

  @Test
  void aPoolThatIsUsedUpIs504AndTheWordsSaySo() throws Exception {
    server = new RunningServer(echo, "--echo.max-connections=1");
    echo.behave(Manner.NEVER_ANSWER);
    List<String> bodies = sleepAtOnce(2).stream().map(HttpResponse::body).toList();
    assertThat(bodies)
        .containsExactlyInAnyOrder(
            "echo did not answer within 500 ms\n",
            "no connection to echo came free within 300 ms\n");
  }

  @Test
  void clientsThatLeaveAreNeitherLoggedNorLeaked() throws Exception {
    server = new RunningServer(echo);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    log.start();
    root.addAppender(log);
    try {
      for (int i = 0; i < CLIENTS; i++) {
        askAndLeave();
      }
      assertThat(server.get("/sleep").statusCode()).isEqualTo(200);
      assertThat(List.copyOf(log.list))
          .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
          .isEmpty();
    } finally {
      root.detachAppender(log);
    }
    await("no server side socket is kept", () -> Sockets.abandonedTo(server.port()) == 0);
  }

  private void askAndLeave() throws IOException, InterruptedException {
    int before = echo.requests();
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      client.setSoLinger(true, 0);
      client
          .getOutputStream()
          .write("GET /sleep HTTP/1.1\r\nHost: t\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      await("echo saw the request", () -> echo.requests() > before);
    }
  }

  private List<HttpResponse<String>> sleepAtOnce(int count) throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<HttpResponse<String>>> calls =
          IntStream.range(0, count)
              .<Callable<HttpResponse<String>>>mapToObj(i -> () -> server.get("/sleep"))
              .toList();
      return clients.invokeAll(calls).stream().map(Future::resultNow).toList();
    }
  }

  private static int count(Map<Integer, AtomicInteger> statuses, int status) {
    return statuses.getOrDefault(status, new AtomicInteger()).get();
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("gave up waiting for " + what).isLessThan(deadline);
      Thread.sleep(2);
    }
  }

  /** Clients that ask without pause until closed. */
  private final class Load implements AutoCloseable {
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean running = true;

    private final Map<Integer, AtomicInteger> statuses;

    Load(Map<Integer, AtomicInteger> statuses) {
      this.statuses = statuses;
    }

    void start(int concurrency) {
      for (int i = 0; i < concurrency; i++) {
        clients.execute(() -> {
          while (running) {
            int status = server.get("/sleep").statusCode();
            statuses.computeIfAbsent(status, any -> new AtomicInteger()).incrementAndGet();
          }
        });
      }
    }

    @Override
    public void close() {
      running = false;
      clients.close();
    }
  }
}
