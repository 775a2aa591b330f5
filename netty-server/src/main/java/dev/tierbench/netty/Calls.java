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
    return work.calls() == 1
        ? call
        : Flux.range(0, work.calls())
            .flatMap(number -> call, work.parallel() ? work.calls() : 1)
            .last();
  }
}
