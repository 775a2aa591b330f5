package dev.tierbench.server.reactor;

import dev.tierbench.server.CallLimit;
import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.EchoSettings;
import java.net.URI;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientException;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** Asks echo, once per subscription; no thread waits. Fails with {@link EchoFailure}. */
@Component
public final class ReactiveEchoClient {
  private final WebClient http;
  private final EchoSettings settings;
  private final URI uri;
  private final CallLimit limit;

  /** A client of the echo that the settings name. */
  public ReactiveEchoClient(HttpClient client, EchoSettings settings) {
    this.http = WebClient.builder().clientConnector(new ReactorClientHttpConnector(client)).build();
    this.settings = settings;
    this.uri = settings.echoUri();
    this.limit = new CallLimit(settings);
  }

  /** One call of echo for each subscription. */
  public Mono<String> ask() {
    return limit.isNone() ? call() : Mono.using(limit::enter, entered -> call(), CallLimit::leave);
  }

  private Mono<String> call() {
    return http.get()
        .uri(uri)
        .accept(MediaType.TEXT_PLAIN)
        .exchangeToMono(ReactiveEchoClient::body)
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
    boolean wrapped = failure instanceof WebClientException && failure.getCause() != null;
    return ReactorNetty.echoFailure(wrapped ? failure.getCause() : failure, settings);
  }
}
