package dev.tierbench.server.reactor;

import dev.tierbench.server.Workload;
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

  /** Waits for all, also when one has failed: of two that fail at one moment, one is reported. */
  private static Mono<String> concurrently(int calls, Mono<String> call) {
    return Flux.range(0, calls)
        .flatMap(number -> call.materialize(), calls)
        .reduce((one, other) -> one.isOnError() ? one : other)
        .dematerialize();
  }
}
