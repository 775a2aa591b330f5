package dev.tierbench.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that keeps the contract at a pace of its own, as one that got no CPU for a while. */
final class PacedServer implements AutoCloseable {

  /** How it deviates from an even pace, or from the contract. */
  record Pace(
      Duration betweenCalls,
      Duration echoTimeout,
      int callsAtOnce,
      int holdsA502For,
      int failsOneIn) {
    static final int ALL = 100;
    static final Pace EVEN = new Pace(Duration.ZERO, Duration.ofSeconds(1), ALL, 0, 0);
  }

  private final EchoStub echo;
  private final Pace pace;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicInteger answeredSince = new AtomicInteger();
  private final CountDownLatch longAfter = new CountDownLatch(1);
  private final Semaphore permits;

  PacedServer(EchoStub echo, Pace pace) throws IOException {
    this.echo = echo;
    this.pace = pace;
    permits = new Semaphore(pace.callsAtOnce());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.setExecutor(threads);
    server.createContext("/sleep", this::sleep);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void sleep(HttpExchange exchange) throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    int calls = query.contains("calls=4") ? 4 : query.contains("calls=3") ? 3 : 1;
    try {
      String body = ask(calls, query.contains("fan=parallel"));
      int since = failed.get() ? answeredSince.incrementAndGet() : 0;
      if (pace.holdsA502For() > 0 && since == pace.holdsA502For()) {
        longAfter.countDown();
      }
      boolean fails = pace.failsOneIn() > 0 && since > 0 && since % pace.failsOneIn() == 0;
      answer(exchange, fails ? 502 : 200, body);
    } catch (SocketTimeoutException e) {
      answer(exchange, 504, "late\n");
    } catch (IOException e) {
      if (!failed.getAndSet(true) && pace.holdsA502For() > 0) {
        await();
      }
      answer(exchange, 502, "down\n");
    }
  }

  /** Holds the answer to a request of the outage until others were answered again for long. */
  private void await() {
    try {
      longAfter.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String ask(int calls, boolean parallel) throws IOException {
    List<CompletableFuture<String>> asked = new ArrayList<>();
    for (int call = 0; call < calls; call++) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      asked.add(answer);
      threads.execute(() -> {
        permits.acquireUninterruptibly();
        try {
          answer.complete(ask());
        } catch (IOException e) {
          answer.completeExceptionally(e);
        } finally {
          permits.release();
        }
      });
      if (parallel) {
        pause(pace.betweenCalls());
      } else {
        result(answer);
      }
    }
    String last = "";
    for (CompletableFuture<String> each : asked) {
      last = result(each);
    }
    return last;
  }

  private static String result(CompletableFuture<String> answer) throws IOException {
    try {
      return answer.join();
    } catch (java.util.concurrent.CompletionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static void pause(Duration length) {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String ask() throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(echo.url() + "/echo").toURL().openConnection();
    connection.setRequestProperty("Connection", "close"); // no call is made twice
    connection.setReadTimeout(Math.toIntExact(pace.echoTimeout().toMillis()));
    try (InputStream body = connection.getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
