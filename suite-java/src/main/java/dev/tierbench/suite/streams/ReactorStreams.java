package dev.tierbench.suite.streams;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import reactor.core.publisher.Flux;

/** Reactor. */
final class ReactorStreams implements Work {

  private Flux<Integer> flow = Flux.empty();

  @Override
  public void open(Settings settings) {
    Flux<Integer> range = Flux.range(1, settings.size());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST -> range.flatMap(Flux::just);
          case FLATMAP_RANGE -> range.flatMap(v -> Flux.range(v, 2));
        };
  }

  @Override
  public Setup setup() {
    return Setup.caller(new Library("reactor-core", Flux.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    LatchSubscriber.Reactor subscriber = new LatchSubscriber.Reactor(sink);
    flow.subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }
}
