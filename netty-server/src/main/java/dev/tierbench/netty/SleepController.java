package dev.tierbench.netty;

import dev.tierbench.server.Workload;
import dev.tierbench.server.reactor.Calls;
import dev.tierbench.server.reactor.ReactiveEchoClient;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Answers with what echo answers; no thread waits. */
@RestController
@ConditionalOnProperty(name = Models.PROPERTY, havingValue = Models.REACTOR)
final class SleepController {
  private final ReactiveEchoClient echo;

  SleepController(ReactiveEchoClient echo) {
    this.echo = echo;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> sleep(ServerHttpRequest request) {
    Workload work = Workload.of(request.getURI().getRawQuery());
    return Calls.of(work, Calls.behind(work, echo.ask())).map(work::answer);
  }
}
