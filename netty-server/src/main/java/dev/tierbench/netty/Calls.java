package dev.tierbench.netty;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The calls of echo that a workload asks for. */
final class Calls {
  private Calls() {}

  /**
   * The last answer.
   *
   * @param call one call for each subscription
   */
  static Mono<String> of(Workload work, Mono<String> call) {
    if (work.calls() == 1) {
      return call;
    }
    return work.parallel()
        ? atOnce(work.calls(), call)
        : Flux.range(0, work.calls()).concatMap(number -> call).last();
  }

  /** Waits for all, also when one has failed: two failures at one moment are still that failure. */
  private static Mono<String> atOnce(int calls, Mono<String> call) {
    return Flux.range(0, calls)
        .flatMap(number -> call.materialize(), calls)
        .reduce((one, other) -> one.isOnError() ? one : other)
        .dematerialize();
  }
}
