package dev.tierbench.suite.streams;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import reactor.core.publisher.Flux;

/** Reactor. */
final class ReactorStreams extends Work {

  private final Flux<Integer> flow;

  ReactorStreams(Settings settings) {
    super(Setup.caller(new Library("reactor-core", Flux.class)));
    Flux<Integer> range = Flux.range(1, settings.size());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST -> range.flatMap(Flux::just);
          case FLATMAP_RANGE -> range.flatMap(v -> Flux.range(v, 2));
        };
  }

  @Override
  public long run(int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    LatchSubscriber.Reactor subscriber = new LatchSubscriber.Reactor(sink);
    flow.subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }
}
