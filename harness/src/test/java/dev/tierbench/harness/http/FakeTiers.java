package dev.tierbench.harness.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tierbench.harness.FakeHome;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Small stand-ins for the tiers that keep the HTTP contract; each is the main class of a jar. */
final class FakeTiers {
  static final long ECHO_MILLIS = 20;

  private FakeTiers() {}

  /** Makes an installation whose jars run the fakes, with the servers of this repository. */
  static FakeHome home(Path folder) throws IOException {
    Path root = folder.resolve("home");
    FakeHome home = new FakeHome(root, "-jar\0" + root);
    home.jar("echo-server", Echo.class);
    home.jar("tomcat-server", Server.class);
    home.jar("netty-server", Server.class);
    home.jar("tomcat-database", DatabaseServer.class);
    home.jar("loadgen", FakeLoadgen.class);
    home.jar("report", FakeReport.class);
    Path servers = Files.createDirectories(root.resolve("servers"));
    try (Stream<Path> files = Files.list(Path.of("../servers"))) {
      for (Path file : files.toList()) {
        Files.copy(file, servers.resolve(file.getFileName()));
      }
    }
    return home;
  }

  /** Counts, and answers after a delay. */
  static final class Echo {
    private Echo() {}

    public static void main(String[] args) throws IOException {
      AtomicLong count = new AtomicLong();
      HttpServer server = listen(Integer.parseInt(after(List.of(args), "--port")), "echo");
      server.createContext(
          "/echo",
          exchange -> {
            sleep(ECHO_MILLIS);
            count.incrementAndGet();
            answer(exchange, 200, "echo");
          });
      server.createContext("/stats", exchange -> stats(exchange, count));
      server.start();
    }

    private static void stats(HttpExchange exchange, AtomicLong count) throws IOException {
      System.out.println("asked for its counts by " + exchange.getRequestMethod());
      if (exchange.getRequestMethod().equals("POST")) {
        count.set(0);
      }
      answer(
          exchange,
          200,
          "{\"count\":" + count.get() + ",\"p50_us\":50000.0,\"p99_us\":51000.0,\"max_us\":52000}");
    }
  }

  /** Asks echo for each request. */
  static final class Server {
    private Server() {}

    public static void main(String[] args) throws IOException {
      List<String> options = List.of(args);
      URI echo = URI.create(from(options, "--echo.url=") + "/echo");
      // It knows no other of Tomcat's models.
      String model =
          options.stream().anyMatch(option -> option.startsWith("--netty.model="))
              ? from(options, "--netty.model=")
              : "tomcat-platform";
      HttpServer server = listen(Integer.parseInt(from(options, "--server.port=")), model);
      server.createContext(
          "/sleep",
          exchange -> {
            boolean up = status(echo) == 200;
            answer(exchange, up ? 200 : 502, up ? "echo" : "echo is down");
          });
      server.start();
      System.out.println("fake server is up");
    }
  }

  private static HttpServer listen(int port, String model) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    // A JVM that ends waits 0.3 s for threads in system calls, such as those that poll.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> server.stop(0)));
    server.createContext("/health", exchange -> answer(exchange, 200, "up"));
    server.createContext(
        "/settings", exchange -> answer(exchange, 200, "{\"model\":\"" + model + "\"}"));
    return server;
  }

  static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  /** The status of a GET; 0 when there was no answer. */
  static int status(URI uri) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      int status = connection.getResponseCode();
      if (status == 200) {
        connection.getInputStream().readAllBytes();
        connection.getInputStream().close();
      }
      return status;
    } catch (IOException e) {
      return 0;
    }
  }

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** The same of any request. */
  static int status(HttpRequest request) {
    try {
      return CLIENT.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  static String after(List<String> options, String name) {
    return options.get(options.indexOf(name) + 1);
  }

  static String from(List<String> options, String head) {
    return options.stream()
        .filter(option -> option.startsWith(head))
        .findFirst()
        .orElseThrow()
        .substring(head.length());
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
