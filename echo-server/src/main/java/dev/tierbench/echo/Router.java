package dev.tierbench.echo;

import dev.tierbench.echo.Answer.Persistence;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** Every request but a plain {@code GET /echo}. Confined to one connection. */
final class Router {

  private static final String TEXT = "text/plain";
  private static final String JSON = "application/json";
  private static final Pattern ABSOLUTE = Pattern.compile("^(?i:https?)://[^/?#]+");

  private final EchoConfig config;
  private final EchoStats stats;
  private final Settings settings;

  Router(EchoConfig config, EchoStats stats, Settings settings) {
    this.config = config;
    this.stats = stats;
    this.settings = settings;
  }

  static boolean isGet(HttpRequest request) {
    return request.method().equals(HttpMethod.GET);
  }

  void route(HttpRequest request, Exchange exchange, Persistence persistence) {
    QueryStringDecoder uri;
    String path;
    try {
      uri = new QueryStringDecoder(originForm(request.uri()));
      path = uri.path();
      uri.parameters();
    } catch (IllegalArgumentException e) {
      answer(
          exchange,
          "400 Bad Request",
          TEXT,
          "",
          "bad request target: " + e.getMessage() + "\n",
          persistence);
      return;
    }
    HttpMethod allowed = path.equals("/stats/reset") ? HttpMethod.POST : HttpMethod.GET;
    switch (path) {
      case "/echo", "/health", "/settings", "/stats", "/stats/reset" -> {
        if (request.method().equals(allowed)) {
          dispatch(path, uri, exchange, persistence);
        } else {
          answer(
              exchange,
              "405 Method Not Allowed",
              TEXT,
              "allow: " + allowed + "\r\n",
              path + " takes " + allowed + " only\n",
              persistence);
        }
      }
      default -> answer(exchange, "404 Not Found", TEXT, "", "no such path\n", persistence);
    }
  }

  /** The target without scheme and authority, which a client may send as if to a proxy. */
  private static String originForm(String target) {
    return target.startsWith("/") ? target : ABSOLUTE.matcher(target).replaceFirst("");
  }

  /** Bytes that are no HTTP request: the connection cannot be trusted any further. */
  void malformed(Exchange exchange) {
    answer(exchange, "400 Bad Request", TEXT, "", "malformed HTTP request\n", Persistence.CLOSE);
  }

  private void dispatch(
      String path, QueryStringDecoder uri, Exchange exchange, Persistence persistence) {
    switch (path) {
      case "/echo" -> echo(uri, exchange, persistence);
      case "/health" -> answer(exchange, "200 OK", TEXT, "", "ready\n", persistence);
      case "/settings" -> answer(exchange, "200 OK", JSON, "", settings.json(), persistence);
      case "/stats" ->
          later(
              stats.read().thenApply(JsonMapper.shared()::writeValueAsString),
              JSON,
              exchange,
              persistence);
      case "/stats/reset" ->
          later(stats.reset().thenApply(done -> "reset\n"), TEXT, exchange, persistence);
      default -> throw new IllegalStateException(path);
    }
  }

  /** Answers with what other loops have yet to say. */
  private static void later(
      CompletableFuture<String> body, String type, Exchange exchange, Persistence persistence) {
    body.whenCompleteAsync(
        (text, failure) -> {
          if (failure == null) {
            answer(exchange, "200 OK", type, "", text, persistence);
          } else {
            answer(
                exchange,
                "500 Internal Server Error",
                TEXT,
                "",
                oneLine(failure.toString()),
                persistence);
          }
        },
        exchange.connection.loop());
  }

  private void echo(QueryStringDecoder uri, Exchange exchange, Persistence persistence) {
    List<String> wanted = uri.parameters().getOrDefault("delay", List.of());
    Duration delay;
    try {
      delay = wanted.isEmpty() ? config.delay() : Delays.parse(wanted.getFirst());
      if (delay.compareTo(config.maxDelay()) > 0) {
        throw new IllegalArgumentException(
            "delay may be " + Delays.format(config.maxDelay()) + " at most");
      }
    } catch (IllegalArgumentException e) {
      answer(exchange, "400 Bad Request", TEXT, "", oneLine(e.getMessage()), persistence);
      return;
    }
    exchange.connection.delay(exchange, persistence, delay.toNanos());
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ") + "\n";
  }

  private static void answer(
      Exchange exchange,
      String status,
      String type,
      String headers,
      String body,
      Persistence persistence) {
    exchange.answer = Answer.of(status, type, headers, body, persistence, exchange.bodiless);
    exchange.connection.due(exchange);
  }
}
