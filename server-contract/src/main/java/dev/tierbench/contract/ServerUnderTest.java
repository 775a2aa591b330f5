package dev.tierbench.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A running server, however it was started, and a client that asks it. Safe for threads. */
public final class ServerUnderTest implements AutoCloseable {
  /** The limits that the contract expects; {@link #options} sets them in a server of ours. */
  public static final int ECHO_TIMEOUT_MILLIS = 500;

  public static final int ACQUIRE_TIMEOUT_MILLIS = 300;

  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);

  private final URI address;
  private final Runnable stop;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * A server that is ready.
   *
   * @param address scheme, host and port
   * @param stop ends the server, if that is the caller's affair
   */
  public ServerUnderTest(URI address, Runnable stop) {
    this.address = address;
    this.stop = stop;
  }

  /** A server of this host. */
  public ServerUnderTest(int port, Runnable stop) {
    this(URI.create("http://127.0.0.1:" + port), stop);
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

  int port() {
    return address.getPort();
  }

  public HttpResponse<String> get(String path) {
    return send("GET", path);
  }

  HttpResponse<String> send(String method, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(LONGEST_ANSWER)
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
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
    }
  }

  /** What {@code /settings} reports. */
  public Map<String, Object> settings() {
    return JsonMapper.shared().readValue(get("/settings").body(), new TypeReference<>() {});
  }

  @Override
  public void close() {
    client.close();
    stop.run();
  }
}
