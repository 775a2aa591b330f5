package dev.tierbench.floor;

import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** Asks echo, once per subscription; no thread waits. Fails with {@link EchoFailure}. */
final class EchoClient {
  static final int UNLIMITED_PENDING = -1;

  private static final int OK = 200;

  private final HttpClient http;
  private final FloorSettings settings;
  private final String uri;

  EchoClient(FloorSettings settings, LoopResources loops) {
    this.settings = settings;
    this.uri = URI.create(settings.echoUrl).resolve("/echo").toString();
    this.http =
        HttpClient.create(
                ConnectionProvider.builder("echo")
                    .maxConnections(settings.maxConnections)
                    .pendingAcquireMaxCount(UNLIMITED_PENDING)
                    .pendingAcquireTimeout(settings.acquireTimeout)
                    .lifo()
                    .build())
            .runOn(loops)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                Math.toIntExact(settings.connectTimeout.toMillis()))
            .responseTimeout(settings.timeout)
            .disableRetry(true)
            .headers(headers -> headers.set(HttpHeaderNames.ACCEPT, "text/plain"));
  }

  Mono<String> ask() {
    return http.get()
        .uri(uri)
        .responseSingle((response, body) ->
            response.status().code() == OK
                ? body.asString().defaultIfEmpty("")
                : Mono.error(EchoFailure.answered(response.status().code())))
        .onErrorMap(this::failure);
  }

  private Throwable failure(Throwable failure) {
    return switch (failure) {
      case EchoFailure e -> e;
      case TimeoutException e -> EchoFailure.poolExhausted(settings.acquireTimeout);
      case ConnectTimeoutException e -> EchoFailure.notConnected(settings.connectTimeout);
      case ReadTimeoutException e -> EchoFailure.silent(settings.timeout);
      case ConnectException e -> EchoFailure.refused(settings.echoUrl);
      case UnknownHostException e -> EchoFailure.refused(settings.echoUrl);
      case IOException e -> EchoFailure.closed();
      case IllegalArgumentException e -> EchoFailure.unreadable();
      default -> failure;
    };
  }
}
