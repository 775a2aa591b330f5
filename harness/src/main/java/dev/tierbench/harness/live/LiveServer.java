package dev.tierbench.harness.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.protocol.LiveState;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers on 127.0.0.1: the page, its events, metrics, and the reports of runs that have ended.
 * Reads only. Requests under another name are refused, so that no page of another site reads it by
 * a name of its own that leads here.
 */
final class LiveServer implements AutoCloseable {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final Set<String> NAMES = Set.of("127.0.0.1", "localhost");
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final int MOST_LOOKS = 100;
  private static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String REPORT = "/report";
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;

  /** What a browser says of a request that the page itself, or the address bar, makes. */
  private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

  static final int MOST_CONNECTIONS = 64;
  static final int HEAD_SECONDS = 5;

  static { // the JDK's server reads them when it is made first
    System.setProperty("jdk.httpserver.maxConnections", String.valueOf(MOST_CONNECTIONS));
    System.setProperty("sun.net.httpserver.maxReqTime", String.valueOf(HEAD_SECONDS));
  }

  private final LiveBoard board;
  private final String page;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * Listens from now on.
   *
   * @param port 0 for any that is free
   * @throws IOException naming the port when it is taken
   */
  LiveServer(LiveBoard board, String page, int port) throws IOException {
    this.board = board;
    this.page = page;
    InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
    try {
      this.http = HttpServer.create(new InetSocketAddress(loopback, port), 0);
    } catch (BindException e) {
      throw new IOException(
          "cannot start: --live "
              + port
              + ": "
              + e.getMessage()
              + "; name another port, or none to get one that is free",
          e);
    }
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/";
  }

  /** Thrown for a request that has no answer. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final int status;

    Refused(int status, String reason) {
      super(reason);
      this.status = status;
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        requireRead(exchange);
        String path = exchange.getRequestURI().getPath();
        switch (path) {
          case "/" -> send(exchange, OK, HTML, page);
          case "/events" -> stream(exchange);
          case "/metrics" -> send(exchange, OK, LiveMetrics.CONTENT_TYPE, board.metrics());
          case "/favicon.ico" -> exchange.sendResponseHeaders(204, -1);
          default -> send(exchange, OK, HTML, RunFile.PAGE.text(report(path)));
        }
      } catch (Refused e) {
        send(exchange, e.status, TEXT, e.getMessage() + "\n");
      }
    }
  }

  private static void requireRead(HttpExchange exchange) throws Refused {
    String host = header(exchange, "Host").orElse("");
    if (!NAMES.contains(host.replaceFirst(":\\d+$", ""))) {
      throw new Refused(FORBIDDEN, "expected the host 127.0.0.1 or localhost");
    }
    boolean own =
        header(exchange, "Origin").stream().allMatch(origin -> origin.equals("http://" + host))
            && header(exchange, "Sec-Fetch-Site").stream().allMatch(OWN_SITE::contains);
    if (!own) {
      throw new Refused(FORBIDDEN, "expected a request of this page, not of another site");
    }
    if (!exchange.getRequestMethod().equals("GET")) {
      throw new Refused(405, "expected GET");
    }
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  /** {@code /report} is that of the last run, {@code /report/0} that of the first. */
  private Path report(String path) throws Refused {
    List<LiveState.Report> reports = board.state().reports();
    String number = path.startsWith(REPORT + "/") ? path.substring(REPORT.length() + 1) : "";
    if (!path.equals(REPORT) && !number.matches("\\d{1,4}")) {
      throw new Refused(404, "expected /, /events, /metrics or /report");
    }
    int index = path.equals(REPORT) ? reports.size() - 1 : Integer.parseInt(number);
    if (index < 0 || index >= reports.size() || !reports.get(index).written()) {
      throw new Refused(404, "that report is not written yet");
    }
    return Path.of(reports.get(index).path());
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private void stream(HttpExchange exchange) throws IOException, Refused {
    EventQueue events =
        board
            .read()
            .orElseThrow(() ->
                new Refused(
                    503,
                    LiveBoard.MOST_READERS + " pages are open already: close one, then reload"));
    try {
      stream(exchange, events);
    } finally {
      board.leave(events);
    }
  }

  private static void stream(HttpExchange exchange, EventQueue events) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(OK, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      for (Optional<String> next = events.next(HEARTBEAT);
          next.isPresent();
          next = events.next(HEARTBEAT)) {
        body.write(next.get().getBytes(StandardCharsets.UTF_8));
        body.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all streams with their last event, then the server. */
  @Override
  public void close() {
    board.close();
    for (int tries = 0; board.readers() > 0 && tries < MOST_LOOKS; tries++) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
    http.stop(0);
    threads.shutdownNow();
  }
}
