package dev.tierbench.netty;

import dev.tierbench.server.Workload;
import dev.tierbench.server.reactor.Calls;
import dev.tierbench.server.reactor.ReactiveEchoClient;
import io.reactivex.rxjava3.core.Single;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers with what echo answers, as a {@link Single} of RxJava; no thread waits. */
@RestController
@ConditionalOnProperty(name = Models.PROPERTY, havingValue = Models.RXJAVA)
final class RxJavaSleepController {
  private final ReactiveEchoClient echo;

  RxJavaSleepController(ReactiveEchoClient echo) {
    this.echo = echo;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  Single<String> sleep(ServerHttpRequest request) {
    Workload work = Workload.of(request.getURI().getRawQuery());
    return Single.fromPublisher(Calls.of(work, Calls.behind(work, echo.ask()))).map(work::answer);
  }
}
