package dev.tierbench.database.netty;

import dev.tierbench.server.database.DatabaseWorkload;
import dev.tierbench.server.r2dbc.R2dbcDatabaseClient;
import dev.tierbench.server.reactor.Calls;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Answers with what the database answers; no thread waits. */
@RestController
@ConditionalOnProperty(name = Models.PROPERTY, havingValue = Models.REACTOR)
final class SleepController {
  private final R2dbcDatabaseClient database;

  SleepController(R2dbcDatabaseClient database) {
    this.database = database;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> sleep(ServerHttpRequest request) {
    DatabaseWorkload asked = DatabaseWorkload.of(request.getURI().getRawQuery());
    Mono<String> call = Calls.behind(asked.work(), database.ask(asked.query()));
    return Calls.of(asked.work(), call).map(asked.work()::answer);
  }
}
