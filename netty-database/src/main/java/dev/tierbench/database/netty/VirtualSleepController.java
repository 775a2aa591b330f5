package dev.tierbench.database.netty;

import dev.tierbench.server.StackDepth;
import dev.tierbench.server.database.DatabaseWorkload;
import dev.tierbench.server.jdbc.JdbcDatabaseClient;
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

/** Answers with what the database answers; a virtual thread of its own waits for it. */
@RestController
@ConditionalOnProperty(name = Models.PROPERTY, havingValue = Models.VIRTUAL)
final class VirtualSleepController {
  private final JdbcDatabaseClient database;
  private final Scheduler threads =
      Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor(), "virtual");

  VirtualSleepController(JdbcDatabaseClient database) {
    this.database = database;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> sleep(ServerHttpRequest request) {
    DatabaseWorkload asked = DatabaseWorkload.of(request.getURI().getRawQuery());
    Mono<String> call =
        Mono.fromCallable(
                () -> StackDepth.call(asked.work().depth(), () -> database.ask(asked.query())))
            .subscribeOn(threads);
    return Calls.of(asked.work(), call).map(asked.work()::answer);
  }

  @PreDestroy
  void stop() {
    threads.dispose();
  }
}
