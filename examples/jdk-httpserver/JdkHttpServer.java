import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Answers GET /sleep with what echo answers: the JDK's own server, a virtual thread per request.
 */
public final class JdkHttpServer {
  static final int BACKLOG = 8192;
  private static final String PLAIN = "text/plain;charset=UTF-8";

  private final Workloads workloads;
  private final String settings;

  private JdkHttpServer(Workloads workloads, String settings) {
    this.workloads = workloads;
    this.settings = settings;
  }

  public static void main(String... arguments) {
    try {
      start(Options.of(arguments));
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("cannot start: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void start(Options options) throws IOException {
    Limits.lift();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    EchoClient echo = new EchoClient(options, threads);
    JdkHttpServer handler = new JdkHttpServer(new Workloads(echo, threads), Settings.json(options));
    HttpServer server = listen(new InetSocketAddress(options.address(), options.port()));
    server.setExecutor(threads);
    server.createContext("/", handler::handle);
    server.start();
    System.out.println("listening on " + server.getAddress());
  }

  private static HttpServer listen(InetSocketAddress address) throws IOException {
    try {
      return HttpServer.create(address, BACKLOG);
    } catch (BindException e) {
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        answer(exchange, 405, PLAIN, "method not allowed: use GET\n");
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/sleep" -> sleep(exchange);
        case "/settings" -> answer(exchange, 200, "application/json", settings);
        case "/health" -> answer(exchange, 200, PLAIN, "ready");
        default -> answer(exchange, 404, PLAIN, "no such path\n");
      }
    }
  }

  private void sleep(HttpExchange exchange) throws IOException {
    try {
      answer(exchange, 200, PLAIN, workloads.answer(exchange.getRequestURI().getRawQuery()));
    } catch (Refusal refusal) {
      answer(exchange, refusal.status(), PLAIN, refusal.getMessage() + "\n");
    } catch (IllegalStateException failure) {
      failure.printStackTrace();
      answer(exchange, 500, PLAIN, "internal error, see the server's log\n");
    }
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}

/** The limits of the JDK that would decide a result; its classes read them when they are loaded. */
final class Limits {
  static final long KEEP_ALIVE_SECONDS = TimeUnit.DAYS.toSeconds(1);
  static final int CONNECTIONS = 8192;

  private Limits() {}

  static void lift() {
    // Beyond 200 idle connections the server closes each one after its answer.
    System.setProperty("sun.net.httpserver.maxIdleConnections", Integer.toString(CONNECTIONS));
    System.setProperty("sun.net.httpserver.idleInterval", Long.toString(KEEP_ALIVE_SECONDS));
    // Without it an answer of more than one write waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // One attempt: one call costs one request to echo, also when echo closes the connection.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
  }
}

/** The command line. Fails with an {@link IllegalArgumentException} that says what is wrong. */
record Options(String address, int port, URI echo, Duration timeout) {

  static Options of(String... arguments) {
    Map<String, String> values =
        new LinkedHashMap<>(
            Map.of(
                "address", "127.0.0.1",
                "port", "8090",
                "echo", "http://127.0.0.1:8081",
                "timeout-ms", "5000"));
    for (String argument : arguments) {
      Matcher option = Pattern.compile("--([a-z-]+)=(.+)").matcher(argument);
      if (!option.matches() || values.replace(option.group(1), option.group(2)) == null) {
        throw new IllegalArgumentException(
            "invalid option '"
                + argument
                + "': expected --address=127.0.0.1 --port=8090 --echo=http://127.0.0.1:8081"
                + " --timeout-ms=5000");
      }
    }
    return new Options(
        values.get("address"),
        number(values, "port", 65_535),
        address(values.get("echo")),
        Duration.ofMillis(number(values, "timeout-ms", 999_999)));
  }

  private static URI address(String url) {
    if (!url.matches("http://[^/?#\\s]+/?")) {
      throw new IllegalArgumentException(
          "invalid --echo '" + url + "': expected an address such as http://127.0.0.1:8081");
    }
    return URI.create(url);
  }

  private static int number(Map<String, String> values, String name, int most) {
    String value = values.get(name);
    if (!value.matches("[1-9]\\d{0,5}") || Integer.parseInt(value) > most) {
      throw new IllegalArgumentException(
          "invalid --" + name + " '" + value + "': expected a number from 1 to " + most);
    }
    return Integer.parseInt(value);
  }
}

/** Why a request gets no answer of echo: a status and one line. It costs no stack trace. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  Refusal(int status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }
}

/** Asks echo, once per call; the caller's virtual thread waits. Fails with {@link Refusal}. */
final class EchoClient {
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private final Options options;
  private final HttpClient http;
  private final HttpRequest request;

  EchoClient(Options options, ExecutorService threads) {
    this.options = options;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .executor(threads)
            .build();
    this.request =
        HttpRequest.newBuilder(options.echo().resolve("/echo"))
            .header("Accept", "text/plain")
            .build();
  }

  /** The time-out is that of the whole exchange; the request's own would end with the headers. */
  String ask() throws InterruptedException {
    CompletableFuture<HttpResponse<String>> exchange =
        http.sendAsync(request, BodyHandlers.ofString());
    try {
      HttpResponse<String> response =
          exchange.get(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
      if (response.statusCode() != 200) {
        throw new Refusal(
            502, "echo answered with status " + response.statusCode() + " instead of 200");
      }
      return response.body();
    } catch (TimeoutException e) {
      exchange.cancel(true);
      throw new Refusal(504, "echo did not answer within " + options.timeout().toMillis() + " ms");
    } catch (ExecutionException e) {
      throw refusal(e.getCause());
    }
  }

  private Refusal refusal(Throwable failure) {
    return switch (failure) {
      case HttpTimeoutException e ->
          new Refusal(
              504, "echo did not accept a connection within " + CONNECT_TIMEOUT.toMillis() + " ms");
      case ConnectException e ->
          new Refusal(502, "echo is down: cannot connect to " + options.echo());
      case ProtocolException e -> unreadable();
      case NumberFormatException e -> unreadable();
      case IOException e when e.getCause() instanceof ConnectException refused -> refusal(refused);
      case IOException e ->
          new Refusal(502, "echo closed the connection before its answer was complete");
      default -> throw new IllegalStateException(failure);
    };
  }

  private static Refusal unreadable() {
    return new Refusal(502, "echo's answer is not readable as HTTP");
  }
}

/** Does what the query of a request asks for. Fails with {@link Refusal}. */
final class Workloads {
  private final EchoClient echo;
  private final ExecutorService threads;

  Workloads(EchoClient echo, ExecutorService threads) {
    this.echo = echo;
    this.threads = threads;
  }

  String answer(String query) {
    Workload work = Workload.of(query);
    try {
      return work.body(work.parallel() ? concurrently(work.calls()) : inSequence(work.calls()));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String inSequence(int calls) throws InterruptedException {
    for (int call = 1; call < calls; call++) {
      echo.ask();
    }
    return echo.ask();
  }

  /** Waits for all, also when one has failed. */
  private String concurrently(int calls) throws InterruptedException {
    String last = "";
    for (Future<String> call :
        threads.invokeAll(Collections.<Callable<String>>nCopies(calls, echo::ask))) {
      if (call.state() == Future.State.FAILED) {
        throw call.exceptionNow() instanceof Refusal refusal
            ? refusal
            : new IllegalStateException(call.exceptionNow());
      }
      last = call.resultNow();
    }
    return last;
  }
}

/**
 * What a request asks for besides one call of echo: {@code
 * ?calls=3&fan=parallel&cpu=200us&bytes=16k}.
 */
record Workload(int calls, boolean parallel, int cpuMicros, int bytes) {
  private static final Pattern NUMBER =
      Pattern.compile("(calls=|cpu=|bytes=)([1-9]\\d{0,6})(us|ms|k|)");

  /** Null and the empty query ask for one call. */
  static Workload of(String query) {
    Workload asked = new Workload(1, false, 0, 0);
    if (query == null || query.isEmpty()) {
      return asked;
    }
    for (String part : query.split("&", -1)) {
      asked = asked.with(part);
    }
    return asked;
  }

  private Workload with(String part) {
    return switch (part) {
      case "fan=sequence" -> new Workload(calls, false, cpuMicros, bytes);
      case "fan=parallel" -> new Workload(calls, true, cpuMicros, bytes);
      default -> withNumber(part);
    };
  }

  private Workload withNumber(String part) {
    Matcher form = NUMBER.matcher(part);
    if (!form.matches()) {
      throw invalid(part);
    }
    long number = Long.parseLong(form.group(2));
    return switch (form.group(1) + form.group(3)) {
      case "calls=" -> new Workload(upTo(100, number, part), parallel, cpuMicros, bytes);
      case "cpu=us" -> new Workload(calls, parallel, upTo(1_000_000, number, part), bytes);
      case "cpu=ms" -> new Workload(calls, parallel, upTo(1_000_000, 1_000 * number, part), bytes);
      case "bytes=" -> new Workload(calls, parallel, cpuMicros, upTo(1 << 20, number, part));
      case "bytes=k" -> new Workload(calls, parallel, cpuMicros, upTo(1 << 20, number << 10, part));
      default -> throw invalid(part);
    };
  }

  private static int upTo(int most, long number, String part) {
    if (number > most) {
      throw invalid(part);
    }
    return Math.toIntExact(number);
  }

  private static Refusal invalid(String part) {
    return new Refusal(
        400,
        "invalid workload '"
            + part
            + "': expected calls=1..100, fan=sequence or parallel, cpu=200us or 2ms (up to"
            + " 1000ms), bytes=500 or 16k (up to 1024k)");
  }

  /** Echo's answer in the length that is asked for, after the CPU work. */
  String body(String echoed) {
    if (cpuMicros > 0) {
      CpuWork.run(cpuMicros);
    }
    return bytes == 0 || echoed.isEmpty()
        ? echoed
        : echoed.repeat(bytes / echoed.length() + 1).substring(0, bytes);
  }
}

/** A number of steps that was timed once, so that a request does the same work under any load. */
final class CpuWork {
  private static final int STEPS = 400_000;
  private static final double STEPS_PER_NANO = STEPS / (double) fastestNanos();

  private CpuWork() {}

  static void run(int micros) {
    step(Math.round(micros * 1_000 * STEPS_PER_NANO));
  }

  /** Of many rounds: in the first ones the code is not compiled yet. */
  private static long fastestNanos() {
    long fastest = Long.MAX_VALUE;
    for (int round = 0; round < 40; round++) {
      long start = System.nanoTime();
      step(STEPS);
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    return fastest;
  }

  /** Marsaglia's xorshift: each step needs the one before, and none is 0. */
  private static void step(long steps) {
    long value = 88_172_645_463_325_252L;
    for (long step = 0; step < steps; step++) {
      value ^= value << 13;
      value ^= value >>> 7;
      value ^= value << 17;
    }
    if (value == 0) {
      throw new IllegalStateException("xorshift made a 0");
    }
  }
}

/** The settings in force that decide a result; -1 stands for a limit that does not exist. */
final class Settings {
  private Settings() {}

  static String json(Options options) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("schema", "tierbench/settings/1");
    settings.put("model", "jdk-httpserver-virtual");
    settings.put("transport", "nio");
    settings.put("accept_count", JdkHttpServer.BACKLOG);
    settings.put("max_connections", -1);
    settings.put("max_idle_connections", Limits.CONNECTIONS);
    settings.put("keep_alive_timeout_ms", TimeUnit.SECONDS.toMillis(Limits.KEEP_ALIVE_SECONDS));
    settings.put("max_keep_alive_requests", -1);
    settings.put("echo_url", options.echo().toString());
    settings.put("client_max_connections", -1);
    settings.put("connect_timeout_ms", EchoClient.CONNECT_TIMEOUT.toMillis());
    settings.put("response_timeout_ms", options.timeout().toMillis());
    settings.put("jvm_version", System.getProperty("java.vm.name") + " " + Runtime.version());
    settings.put("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    settings.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
    settings.put(
        "gc",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", ")));
    settings.put("cores_seen", Runtime.getRuntime().availableProcessors());
    String version = "JDK/" + Runtime.version();
    settings.put("versions", new LinkedHashMap<>(Map.of("server", version, "client", version)));
    return json((Object) settings);
  }

  private static String json(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> json(entry.getKey()) + ":" + json(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> list ->
          list.stream().map(Settings::json).collect(Collectors.joining(",", "[", "]"));
      case Number number -> number.toString();
      default -> '"' + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    };
  }
}
