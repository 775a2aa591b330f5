package dev.tierbench.floor.reactor;

import dev.tierbench.floor.common.Route;
import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.Workload;
import dev.tierbench.server.reactor.Calls;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Answers with what echo answers; no thread waits. */
record SleepHandler(EchoClient echo) {
  Publisher<Void> sleep(HttpServerRequest request, HttpServerResponse response) {
    return Mono.fromSupplier(() -> Workload.of(query(request)))
        .flatMap(work -> Calls.of(work, Calls.behind(work, echo.ask())).map(work::answer))
        .flatMap(body -> answer(response, 200, body))
        .onErrorResume(
            Workload.Invalid.class, refusal -> answer(response, 400, refusal.getMessage() + "\n"))
        .onErrorResume(
            EchoFailure.class,
            failure -> answer(response, failure.status(), failure.getMessage() + "\n"));
  }

  private static String query(HttpServerRequest request) {
    int question = request.uri().indexOf('?');
    return question < 0 ? "" : request.uri().substring(question + 1);
  }

  static Mono<Void> answer(HttpServerResponse response, int status, String text) {
    return answer(response, status, Route.PLAIN, text);
  }

  /** One write with its length, as the other servers answer. */
  static Mono<Void> answer(HttpServerResponse response, int status, String type, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return response
        .status(status)
        .header(HttpHeaderNames.CONTENT_TYPE, type)
        .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(bytes.length))
        .sendByteArray(Mono.just(bytes))
        .then();
  }
}
