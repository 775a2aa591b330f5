package example;

import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks echo, once per call; no thread waits. Fails with {@link Refusal}. */
final class EchoClient {
  static final int CONNECT_TIMEOUT_MILLIS = 2_000;

  /** Connections of each event loop. Vert.x's default of 5 allows 100 requests/s to an echo that takes 50 ms. */
  static final int CONNECTIONS_PER_LOOP = 8192;

  private final Options options;
  private final HttpClient http;
  private final RequestOptions request;

  EchoClient(Vertx vertx, Options options) {
    this.options = options;
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions().setConnectTimeout(CONNECT_TIMEOUT_MILLIS),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS_PER_LOOP));
    this.request =
        new RequestOptions()
            .setAbsoluteURI(options.echo().resolve("/echo").toString())
            .setMethod(HttpMethod.GET)
            .putHeader("Accept", "text/plain");
  }

  Future<String> ask() {
    return http.request(request)
        .compose(this::answer)
        .map(Buffer::toString)
        .recover(failure -> Future.failedFuture(refusal(failure)));
  }

  /** The idle time-out of a request would end with the headers of the response. */
  private Future<Buffer> answer(HttpClientRequest call) {
    return call.send()
        .compose(EchoClient::body)
        .timeout(options.timeout().toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(failure -> {
          if (failure instanceof TimeoutException) {
            call.reset();
          }
        });
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    return response
        .body()
        .compose(body ->
            response.statusCode() == 200
                ? Future.succeededFuture(body)
                : Future.failedFuture(
                    new Refusal(
                        502,
                        "echo answered with status " + response.statusCode() + " instead of 200")));
  }

  private Throwable refusal(Throwable failure) {
    return switch (failure) {
      case Refusal refusal -> refusal;
      case ConnectTimeoutException e ->
          new Refusal(
              504, "echo did not accept a connection within " + CONNECT_TIMEOUT_MILLIS + " ms");
      case TimeoutException e ->
          new Refusal(504, "echo did not answer within " + options.timeout().toMillis() + " ms");
      case ConnectException e ->
          new Refusal(502, "echo is down: cannot connect to " + options.echo());
      case IllegalArgumentException e -> new Refusal(502, "echo's answer is not readable as HTTP");
      case IOException e -> closed();
      case VertxException e -> closed();
      default -> failure;
    };
  }

  private static Refusal closed() {
    return new Refusal(502, "echo closed the connection before its answer was complete");
  }
}
