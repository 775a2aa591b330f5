package dev.tierbench.harness.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A server that nobody here has a module for: it keeps the contract, or breaks it in one point. */
final class ContractServer {

  /** What it does wrong. */
  enum Fault {
    NONE,
    /** It remembers what echo said. */
    STORES_ANSWERS,
    /** A query that it cannot read is none. */
    ACCEPTS_ANYTHING,
    /** It does so once. */
    ACCEPTS_ONCE,
    DROPS_ONE_IN_1000,
    /** It calls echo anew when a call failed. */
    ASKS_AGAIN,
    /** It makes all calls one after another. */
    SEQUENTIAL,
    /** It takes an error of echo for an answer. */
    HIDES_ERRORS,
    /** It does no CPU work. */
    SKIPS_WORK,
    /** It is content with one answer of several calls. */
    TAKES_ONE_ANSWER,
    /** It waits for echo much longer than it states. */
    WAITS_ON,
    /** One request of 40 fails once echo was down. */
    STAYS_DOWN,
    NEVER_READY,
    /** It calls itself by another name. */
    OTHER_MODEL,
    ENDS_AT_ONCE
  }

  private static final int TIMEOUT_MILLIS = 3_000;
  private static final int WAITS_ON_MILLIS = 60_000;
  private static final int ONE_IN = 40;

  /** So many calls are lost only when echo is down. */
  private static final int MANY_LOST = 60;

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Fault fault;
  private final URI echo;
  private final ConcurrentHashMap<String, String> stored = new ConcurrentHashMap<>();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong sinceDown = new AtomicLong();
  private final AtomicBoolean accepted = new AtomicBoolean();

  private ContractServer(Fault fault, URI echo) {
    this.fault = fault;
    this.echo = echo;
  }

  /** Arguments: the fault, the port, the address of echo; without any, it prints the faults. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      Stream.of(Fault.values()).forEach(System.out::println);
      return;
    }
    // The client must not ask again when a connection is lost, and the server not wait for ACKs.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Fault fault = Fault.valueOf(args[0]);
    if (fault == Fault.ENDS_AT_ONCE) {
      System.err.println("no licence");
      System.exit(3);
    }
    ContractServer contract = new ContractServer(fault, URI.create(args[2] + "/echo"));
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1])), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/health", exchange -> answer(exchange, fault == Fault.NEVER_READY ? 503 : 200, "ready"));
    server.createContext("/settings", contract::settings);
    server.createContext("/sleep", contract::sleep);
    server.start();
  }

  private void settings(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    answer(
        exchange,
        200,
        "{\"schema\":\"tierbench/settings/1\",\"model\":\""
            + (fault == Fault.OTHER_MODEL ? "other" : "fake")
            + "\",\"response_timeout_ms\":"
            + TIMEOUT_MILLIS
            + "}");
  }

  private void sleep(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    if (fault == Fault.DROPS_ONE_IN_1000 && answers.incrementAndGet() % 1_000 == 0) {
      exchange.close();
      return;
    }
    try {
      answer(exchange, 200, body(exchange.getRequestURI().getRawQuery()));
    } catch (IllegalArgumentException e) {
      answer(exchange, 400, "not understood\n");
    } catch (TimeoutException e) {
      answer(exchange, 504, "echo is late\n");
    } catch (EchoLost e) {
      answer(exchange, 502, e.getMessage() + "\n");
    }
  }

  private static final class EchoLost extends Exception {
    private static final long serialVersionUID = 1L;

    EchoLost(String message) {
      super(message);
    }
  }

  private String body(String query) throws TimeoutException, EchoLost {
    if (fault == Fault.STORES_ANSWERS) {
      String known = stored.get("" + query);
      if (known != null) {
        return known;
      }
    }
    String body = asked(query);
    stored.put("" + query, body);
    return body;
  }

  private String asked(String query) throws TimeoutException, EchoLost {
    int calls = 1;
    int bytes = 0;
    int micros = 0;
    boolean parallel = false;
    for (String part : query == null ? new String[0] : query.split("&", -1)) {
      try {
        switch (part.replaceFirst("=.*", "=")) {
          case "calls=" -> calls = number(part, "calls=([1-9]\\d{0,2})", 100);
          case "bytes=" -> bytes = bytes(part);
          case "cpu=" ->
              micros = number(part.replace("ms", "000us"), "cpu=([1-9]\\d{0,6})us", 1_000_000);
          case "fan=" -> parallel = parallel(part);
          default -> throw new IllegalArgumentException(part);
        }
      } catch (IllegalArgumentException e) {
        boolean accepts =
            fault == Fault.ACCEPTS_ANYTHING
                || (fault == Fault.ACCEPTS_ONCE && !accepted.getAndSet(true));
        if (!accepts) {
          throw e;
        }
      }
    }
    if (sinceDown.get() > 0 && sinceDown.incrementAndGet() % ONE_IN == 0) {
      throw new EchoLost("echo was down");
    }
    String body = parallel && fault != Fault.SEQUENTIAL ? together(calls) : inTurn(calls);
    if (body.isEmpty()) {
      throw new EchoLost("echo gave no answer");
    }
    if (fault != Fault.SKIPS_WORK) {
      work(micros);
    }
    return bytes == 0 ? body : body.repeat(bytes / body.length() + 1).substring(0, bytes);
  }

  private static void work(int micros) {
    long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  private static int bytes(String part) {
    return part.endsWith("k")
        ? 1024 * number(part, "bytes=([1-9]\\d{0,3})k", 1024)
        : number(part, "bytes=([1-9]\\d{0,6})", 1 << 20);
  }

  private static boolean parallel(String part) {
    if (!part.equals("fan=parallel") && !part.equals("fan=sequence")) {
      throw new IllegalArgumentException(part);
    }
    return part.equals("fan=parallel");
  }

  private static int number(String part, String pattern, int most) {
    if (!part.matches(pattern)) {
      throw new IllegalArgumentException(part);
    }
    int number = Integer.parseInt(part.replaceFirst(pattern, "$1"));
    if (number > most) {
      throw new IllegalArgumentException(part);
    }
    return number;
  }

  private String inTurn(int calls) throws TimeoutException, EchoLost {
    String last = "";
    for (int i = 0; i < calls; i++) {
      last = later(last, result(ask()));
    }
    return last;
  }

  private String together(int calls) throws TimeoutException, EchoLost {
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      all.add(ask());
    }
    String last = "";
    for (CompletableFuture<HttpResponse<String>> each : all) {
      last = later(last, result(each));
    }
    return last;
  }

  /** The later of two answers; a call without one has none. */
  private static String later(String before, String answer) {
    return answer.isEmpty() ? before : answer;
  }

  private CompletableFuture<HttpResponse<String>> ask() {
    return CLIENT.sendAsync(HttpRequest.newBuilder(echo).build(), BodyHandlers.ofString());
  }

  private String result(CompletableFuture<HttpResponse<String>> asked)
      throws TimeoutException, EchoLost {
    try {
      return answer(asked);
    } catch (EchoLost e) {
      if (fault == Fault.ASKS_AGAIN) {
        return answer(ask());
      }
      if (fault == Fault.TAKES_ONE_ANSWER) {
        return "";
      }
      throw e;
    }
  }

  private String answer(CompletableFuture<HttpResponse<String>> asked)
      throws TimeoutException, EchoLost {
    int limit = fault == Fault.WAITS_ON ? WAITS_ON_MILLIS : TIMEOUT_MILLIS;
    try {
      HttpResponse<String> response = asked.get(limit, TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200 && fault != Fault.HIDES_ERRORS) {
        throw new EchoLost("echo answered with " + response.statusCode());
      }
      return response.body();
    } catch (TimeoutException e) {
      asked.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      if (fault == Fault.STAYS_DOWN && lost.incrementAndGet() == MANY_LOST) {
        sinceDown.set(1);
      }
      throw new EchoLost(
          e.getCause() instanceof ConnectException ? "echo is down" : "echo's answer is no answer");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
