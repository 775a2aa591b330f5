package dev.tierbench.suite.executors;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor: a Mono for each action on the bounded elastic scheduler, all awaited together. The
 * scheduler lives as long as the process.
 */
final class ReactorActions extends ActionWork {

  ReactorActions(Settings settings) {
    super(
        settings,
        Setup.pool(
            "reactor boundedElastic",
            Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
            new Library("reactor-core", Mono.class)));
  }

  @Override
  public long run(int size, Sink sink) {
    Slots slots = new Slots(sink, size);
    List<Mono<Long>> all =
        seeds(size).stream()
            .map(seed ->
                Mono.fromCallable(() -> action.run(seed))
                    .doOnNext(result -> slots.set(seed, result))
                    .subscribeOn(Schedulers.boundedElastic()))
            .toList();
    Mono.when(all).block();
    return slots.end();
  }
}
