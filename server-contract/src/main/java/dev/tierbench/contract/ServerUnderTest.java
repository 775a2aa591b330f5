package dev.tierbench.contract;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A running server, however it was started, and a client that asks it. Safe for threads. */
public final class ServerUnderTest implements AutoCloseable {
  /** The limits that {@link #options} sets in a server of ours: longer than a busy host stalls. */
  public static final int ECHO_TIMEOUT_MILLIS = 1_000;

  public static final int ACQUIRE_TIMEOUT_MILLIS = 600;

  private static final Duration LONGEST_HEALTH = Duration.ofSeconds(2);
  private static final Duration LONGEST_SETTLING = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final String HEALTH = "/health";
  private static final int OK = 200;

  private final URI address;
  private final String health;
  private final Duration echoTimeout;
  private final Runnable stop;
  private volatile HttpClient client = newClient();

  /**
   * A server, ready or not.
   *
   * @param address scheme, host and port
   * @param health the path that is 200 when it is ready
   * @param echoTimeout how long it waits for echo, at the most
   * @param stop ends the server, if that is the caller's affair
   */
  public ServerUnderTest(URI address, String health, Duration echoTimeout, Runnable stop) {
    this.address = address;
    this.health = health;
    this.echoTimeout = echoTimeout;
    this.stop = stop;
  }

  /** A server of this host that was started with {@link #options}. */
  public ServerUnderTest(int port, Runnable stop) {
    this(
        URI.create("http://127.0.0.1:" + port),
        HEALTH,
        Duration.ofMillis(ECHO_TIMEOUT_MILLIS),
        stop);
  }

  private static HttpClient newClient() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  /** Leaves the connections of earlier requests behind, whatever became of those. */
  public void reconnect() {
    HttpClient before = client;
    client = newClient();
    before.shutdownNow();
  }

  /** The command line of a server of ours on a free port, with the stub as its echo. */
  public static String[] options(EchoStub echo, String... more) {
    return Stream.concat(
            Stream.of(
                "--server.port=0",
                "--echo.url=" + echo.url(),
                "--echo.timeout=" + ECHO_TIMEOUT_MILLIS + "ms",
                "--echo.acquire-timeout=" + ACQUIRE_TIMEOUT_MILLIS + "ms"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  public int port() {
    return address.getPort();
  }

  public String health() {
    return health;
  }

  /** How long it says that it waits for echo, if it does. */
  public Optional<Duration> statedEchoTimeout() {
    return settings().get("response_timeout_ms") instanceof Number millis && millis.longValue() > 0
        ? Optional.of(Duration.ofMillis(millis.longValue()))
        : Optional.empty();
  }

  /** How long it waits for echo, at the most. */
  public Duration echoTimeout() {
    return echoTimeout;
  }

  private Duration longestAnswer() {
    return echoTimeout.plus(Patience.LONGEST);
  }

  /** Whether it says that it is ready; any other answer, and none, is no. */
  public boolean isReady() {
    return isOk(health);
  }

  /** Whether it comes to say so within that time. */
  public boolean isReadyWithin(Duration limit) throws InterruptedException {
    return Patience.holdsWithin(limit, POLL, this::isReady);
  }

  /** Waits until requests succeed again, after a check that failed; for a while only. */
  public void settle() throws InterruptedException {
    boolean unused = Patience.holdsWithin(LONGEST_SETTLING, POLL, () -> isOk("/sleep"));
  }

  private boolean isOk(String path) {
    try {
      return send("GET", path, LONGEST_HEALTH).statusCode() == OK;
    } catch (AssertionError notYet) {
      return false;
    }
  }

  public KeptConnection connection() throws IOException {
    try {
      return new KeptConnection(address, longestAnswer());
    } catch (IOException e) {
      throw new IOException("cannot connect: " + e.getMessage(), e);
    }
  }

  /** The answer; none is an {@link AssertionError}, as every answer that is wrong. */
  public HttpResponse<String> get(String path) {
    return send("GET", path);
  }

  public HttpResponse<String> send(String method, String path) {
    return send(method, path, longestAnswer());
  }

  private HttpResponse<String> send(String method, String path, Duration limit) {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(limit)
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(method + " " + path + " had no answer: " + reason(e), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The client's exceptions may have no message of their own. */
  private static String reason(IOException e) {
    return Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
  }

  /** Sends a request and resets the connection once {@code seen} returns. */
  public void askAndLeave(String path, Check.Body seen) throws Exception {
    try (Socket client = new Socket(address.getHost(), port())) {
      client.setSoLinger(true, 0);
      client
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: t\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      seen.run();
    }
  }

  /** The answers to that many concurrent requests, by platform threads: none may be pinned. */
  public List<HttpResponse<String>> getConcurrently(String path, int requests) {
    try (ExecutorService clients = Executors.newFixedThreadPool(requests)) {
      return Stream.generate(() -> CompletableFuture.supplyAsync(() -> get(path), clients))
          .limit(requests)
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    } catch (CompletionException e) {
      if (e.getCause() instanceof AssertionError noAnswer) {
        throw noAnswer;
      }
      throw e;
    }
  }

  /** What {@code /settings} reports. */
  public Map<String, Object> settings() {
    String body = get("/settings").body();
    try {
      return Optional.ofNullable(
              JsonMapper.shared().readValue(body, new TypeReference<Map<String, Object>>() {}))
          .orElseThrow(() -> new AssertionError("GET /settings is 'null'"));
    } catch (JacksonException e) {
      throw new AssertionError(
          "GET /settings was not answered with a JSON object: " + e.getOriginalMessage(), e);
    }
  }

  @Override
  public void close() {
    client.close();
    stop.run();
  }
}
