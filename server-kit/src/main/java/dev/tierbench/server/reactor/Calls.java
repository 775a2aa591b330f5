package dev.tierbench.server.reactor;

import dev.tierbench.server.Workload;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The calls of echo that a workload asks for; no thread waits between them. */
public final class Calls {
  private Calls() {}

  /**
   * The last answer.
   *
   * @param call one call for each subscription
   */
  public static Mono<String> of(Workload work, Mono<String> call) {
    if (work.calls() == 1) {
      return call;
    }
    return work.parallel()
        ? concurrently(work.calls(), call)
        : Flux.range(0, work.calls()).concatMap(number -> call).last();
  }

  /**
   * Puts the operators of a workload's depth behind a call: objects that a request which waits
   * keeps, as a thread that waits keeps frames.
   */
  public static Mono<String> behind(Workload work, Mono<String> call) {
    Mono<String> deep = call;
    for (int operator = 0; operator < work.depth(); operator++) {
      deep = deep.map(UnaryOperator.identity());
    }
    return deep;
  }

  /** Waits for all, also when one has failed: of two that fail at one moment, one is reported. */
  private static Mono<String> concurrently(int calls, Mono<String> call) {
    return Flux.range(0, calls)
        .flatMap(number -> call.materialize(), calls)
        .reduce((one, other) -> one.isOnError() ? one : other)
        .dematerialize();
  }
}
