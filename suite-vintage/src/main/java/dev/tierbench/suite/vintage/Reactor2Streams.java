package dev.tierbench.suite.vintage;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import dev.tierbench.suite.streams.StreamCase;
import reactor.rx.Stream;
import reactor.rx.Streams;

/** Reactor 2, whose ranges are of {@link Long}. */
final class Reactor2Streams extends Work {

  private final Stream<Long> flow;

  Reactor2Streams(Settings settings) {
    super(Setup.caller(new Library("reactor-stream", Stream.class)));
    Stream<Long> range = Streams.range(1, settings.size());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST -> range.flatMap(v -> Streams.just(v));
          case FLATMAP_RANGE -> range.flatMap(v -> Streams.range(v, v + 1));
        };
  }

  @Override
  public long run(int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    LongSubscriber subscriber = new LongSubscriber(sink);
    flow.subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }
}
