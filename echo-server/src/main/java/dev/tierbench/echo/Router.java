package dev.tierbench.echo;

import dev.tierbench.run.delay.DelayText;
import dev.tierbench.run.file.RunJson;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Every request but a plain {@code GET /echo}. Thread-safe.
 *
 * @param settings the answer of {@code /settings}
 */
record Router(EchoConfig config, EchoStats stats, String settings) {

  private static final String TEXT = "text/plain";
  private static final String JSON = "application/json";
  private static final String BAD_REQUEST = "400 Bad Request";
  private static final Pattern ABSOLUTE = Pattern.compile("^(?i:https?)://[^/?#]+");
  private static final Set<String> PATHS =
      Set.of("/echo", "/health", "/settings", "/stats", "/stats/reset");

  void route(HttpRequest request, Exchange exchange) {
    QueryStringDecoder uri;
    String path;
    try {
      uri = new QueryStringDecoder(originForm(request.uri()));
      path = uri.path();
      uri.parameters();
    } catch (IllegalArgumentException e) {
      refuse(exchange, BAD_REQUEST, "bad request target: " + e.getMessage());
      return;
    }
    HttpMethod allowed = path.equals("/stats/reset") ? HttpMethod.POST : HttpMethod.GET;
    if (PATHS.contains(path) && !request.method().equals(allowed)) {
      answer(
          exchange,
          "405 Method Not Allowed",
          TEXT,
          "allow: " + allowed + "\r\n",
          path + " takes " + allowed + " only\n");
      return;
    }
    switch (path) {
      case "/echo" -> echo(uri, exchange);
      case "/health" -> answer(exchange, TEXT, "ready\n");
      case "/settings" -> answer(exchange, JSON, settings);
      case "/stats" -> answer(exchange, JSON, stats.read().thenApply(RunJson::toJson));
      case "/stats/reset" -> reset(request, exchange);
      default -> refuse(exchange, "404 Not Found", "no such path");
    }
  }

  /** A page in a browser, which says where it is from, must not spoil a measurement. */
  private void reset(HttpRequest request, Exchange exchange) {
    boolean ofAPage =
        request.headers().contains(HttpHeaderNames.ORIGIN)
            || request.headers().contains("Sec-Fetch-Site");
    if (ofAPage) {
      refuse(exchange, "403 Forbidden", "the counts are not reset by a web page");
    } else {
      answer(exchange, TEXT, stats.reset().thenApply(done -> "reset\n"));
    }
  }

  /** The target without scheme and authority, which a client may send as if to a proxy. */
  private static String originForm(String target) {
    return target.startsWith("/") ? target : ABSOLUTE.matcher(target).replaceFirst("");
  }

  /** Bytes that are no HTTP request: the connection cannot be trusted any further. */
  static void refuseMalformed(Exchange exchange) {
    refuse(exchange, BAD_REQUEST, "malformed HTTP request");
  }

  private void echo(QueryStringDecoder uri, Exchange exchange) {
    List<String> wanted = uri.parameters().getOrDefault("delay", List.of());
    if (wanted.isEmpty()) {
      exchange.connection.delay(exchange);
      return;
    }
    Duration delay;
    try {
      delay = DelayText.delay(wanted.getFirst());
      if (delay.compareTo(config.work().maxDelay()) > 0) {
        throw new IllegalArgumentException(
            "delay may be " + DelayText.format(config.work().maxDelay()) + " at most");
      }
    } catch (IllegalArgumentException e) {
      refuse(exchange, BAD_REQUEST, e.getMessage());
      return;
    }
    exchange.connection.delay(exchange, delay.toNanos());
  }

  /** Answers once all event loops have contributed to the body. */
  private static void answer(Exchange exchange, String type, CompletableFuture<String> body) {
    body.whenCompleteAsync(
        (text, failure) -> {
          if (failure == null) {
            answer(exchange, type, text);
          } else {
            refuse(exchange, "500 Internal Server Error", failure.toString());
          }
        },
        exchange.connection.loop());
  }

  private static void answer(Exchange exchange, String type, String body) {
    answer(exchange, "200 OK", type, "", body);
  }

  /** Answers with the reason in one line. */
  private static void refuse(Exchange exchange, String status, String reason) {
    answer(exchange, status, TEXT, "", reason.replaceAll("\\p{Cntrl}", " ") + "\n");
  }

  private static void answer(
      Exchange exchange, String status, String type, String headers, String body) {
    exchange.answer = Answer.of(status, type, headers, body, exchange);
    exchange.connection.due(exchange);
  }
}
