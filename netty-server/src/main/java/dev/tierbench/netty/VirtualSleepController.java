package dev.tierbench.netty;

import dev.tierbench.server.StackDepth;
import dev.tierbench.server.Workload;
import dev.tierbench.server.blocking.BlockingEchoClient;
import dev.tierbench.server.reactor.Calls;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.Executors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Answers with what echo answers; a virtual thread of its own waits for it. */
@RestController
@ConditionalOnProperty(name = Models.PROPERTY, havingValue = Models.VIRTUAL)
final class VirtualSleepController {
  private final BlockingEchoClient echo;
  private final Scheduler threads =
      Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor(), "virtual");

  VirtualSleepController(BlockingEchoClient echo) {
    this.echo = echo;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> sleep(ServerHttpRequest request) {
    Workload work = Workload.of(request.getURI().getRawQuery());
    Mono<String> call =
        Mono.fromCallable(() -> StackDepth.call(work.depth(), echo::ask)).subscribeOn(threads);
    return Calls.of(work, call).map(work::answer);
  }

  @PreDestroy
  void stop() {
    threads.dispose();
  }
}
