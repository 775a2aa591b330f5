package dev.tierbench.netty;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientException;
import reactor.core.publisher.Mono;

/** Asks echo, once per subscription; no thread waits. Fails with {@link EchoFailure}. */
@Component
final class EchoClient {
  private final WebClient http;
  private final EchoSettings settings;
  private final URI uri;

  EchoClient(WebClient http, EchoSettings settings) {
    this.http = http;
    this.settings = settings;
    this.uri = settings.echoUri();
  }

  Mono<String> ask() {
    return http.get()
        .uri(uri)
        .accept(MediaType.TEXT_PLAIN)
        .exchangeToMono(EchoClient::body)
        .onErrorMap(this::failure);
  }

  private static Mono<String> body(ClientResponse response) {
    int status = response.statusCode().value();
    if (status != 200) {
      return response.releaseBody().then(Mono.error(() -> EchoFailure.answered(status)));
    }
    return response.bodyToMono(String.class).defaultIfEmpty("");
  }

  private Throwable failure(Throwable failure) {
    Throwable cause = failure instanceof WebClientException ? failure.getCause() : failure;
    return switch (cause) {
      case TimeoutException e -> EchoFailure.poolExhausted(settings.acquireTimeout());
      case ConnectTimeoutException e -> EchoFailure.notConnected(settings.connectTimeout());
      case ReadTimeoutException e -> EchoFailure.silent(settings.timeout());
      case ConnectException e -> EchoFailure.refused(settings.url());
      case UnknownHostException e -> EchoFailure.refused(settings.url());
      case IOException e -> EchoFailure.closed();
      case IllegalArgumentException e -> EchoFailure.unreadable();
      case null, default -> failure;
    };
  }
}
