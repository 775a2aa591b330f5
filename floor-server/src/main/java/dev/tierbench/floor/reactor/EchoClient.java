package dev.tierbench.floor.reactor;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.Settings;
import dev.tierbench.server.reactor.ReactorNetty;
import io.netty.handler.codec.http.HttpHeaderNames;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;

/** Asks echo, once per subscription; no thread waits. Fails with {@link EchoFailure}. */
final class EchoClient {
  private static final int OK = 200;

  private final HttpClient http;
  private final EchoSettings settings;
  private final String uri;

  EchoClient(EchoSettings settings, LoopResources loops) {
    this.settings = settings;
    this.uri = settings.echoUri().toString();
    this.http =
        ReactorNetty.client(settings, ReactorNetty.pool(settings), loops)
            .headers(headers -> headers.set(HttpHeaderNames.ACCEPT, "text/plain"));
  }

  Mono<String> ask() {
    return http.get()
        .uri(uri)
        .responseSingle((response, body) ->
            response.status().code() == OK
                ? body.asString().defaultIfEmpty("")
                : Mono.error(EchoFailure.answered(response.status().code())))
        .onErrorMap(failure -> ReactorNetty.echoFailure(failure, settings));
  }

  /** Limits in force. */
  Settings.Client settings() {
    return ReactorNetty.settings(http.configuration(), settings);
  }
}
