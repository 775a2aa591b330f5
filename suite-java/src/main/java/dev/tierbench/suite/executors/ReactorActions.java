package dev.tierbench.suite.executors;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactor: a Mono for each action on the bounded elastic scheduler, all awaited together. */
final class ReactorActions implements Work {

  private Action action = seed -> seed;
  private Seeds seeds = new Seeds(0);

  @Override
  public void open(Settings settings) {
    action = Actions.of(settings.studyCase());
    seeds = new Seeds(settings.size());
  }

  @Override
  public Setup setup() {
    return Setup.pool(
        "reactor boundedElastic",
        Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
        new Library("reactor-core", Mono.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) {
    Slots slots = new Slots(sink, size);
    List<Mono<Long>> all =
        seeds.of(size).stream()
            .map(seed ->
                Mono.fromCallable(() -> action.run(seed))
                    .doOnNext(result -> slots.set(seed, result))
                    .subscribeOn(Schedulers.boundedElastic()))
            .toList();
    Mono.when(all).block();
    return slots.end();
  }

  /** The library's schedulers live as long as the process. */
  @Override
  public void close() {}
}
