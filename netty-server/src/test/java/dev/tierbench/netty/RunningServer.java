package dev.tierbench.netty;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The server under test on a free port, and a client for it. */
final class RunningServer implements AutoCloseable {
  static final Class<?> MAIN = NettyServer.class;

  /** The option that chooses each model of this server. */
  static final List<String> MODELS =
      Models.ALL.stream().map(model -> "--" + Models.PROPERTY + "=" + model).toList();

  static final int TIMEOUT_MILLIS = 500;
  static final int ACQUIRE_TIMEOUT_MILLIS = 300;

  private final ConfigurableApplicationContext context;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  RunningServer(EchoStub echo, String... more) {
    List<String> ours =
        List.of(
            "--server.port=0",
            "--echo.url=" + echo.url(),
            "--echo.timeout=" + TIMEOUT_MILLIS + "ms",
            "--echo.acquire-timeout=" + ACQUIRE_TIMEOUT_MILLIS + "ms");
    context =
        SpringApplication.run(
            MAIN, Stream.concat(ours.stream(), Stream.of(more)).toArray(String[]::new));
  }

  int port() {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  HttpResponse<String> get(String path) {
    return send("GET", path);
  }

  HttpResponse<String> send(String method, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(20))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    context.close();
  }
}
