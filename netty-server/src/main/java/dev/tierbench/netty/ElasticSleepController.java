package dev.tierbench.netty;

import dev.tierbench.server.StackDepth;
import dev.tierbench.server.Workload;
import dev.tierbench.server.blocking.BlockingEchoClient;
import dev.tierbench.server.reactor.Calls;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Answers with what echo answers; a thread of reactor's pool for blocking calls waits for it. The
 * pool has 10 threads a core by default, so no more requests than that wait for echo.
 */
@RestController
@ConditionalOnProperty(name = Models.PROPERTY, havingValue = Models.ELASTIC)
final class ElasticSleepController {
  private final BlockingEchoClient echo;

  ElasticSleepController(BlockingEchoClient echo) {
    this.echo = echo;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> sleep(ServerHttpRequest request) {
    Workload work = Workload.of(request.getURI().getRawQuery());
    Mono<String> call =
        Mono.fromCallable(() -> StackDepth.call(work.depth(), echo::ask))
            .subscribeOn(Schedulers.boundedElastic());
    return Calls.of(work, call).map(work::answer);
  }
}
