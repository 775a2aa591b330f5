package dev.tierbench.suite.vintage;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import dev.tierbench.suite.streams.LatchSubscriber;
import dev.tierbench.suite.streams.StreamCase;
import io.reactivex.Flowable;

/** The first released RxJava 2, which has no subscriber of its own. */
final class FirstRxJava2Streams extends Work {

  private final Flowable<Integer> flow;

  FirstRxJava2Streams(Settings settings) {
    super(Setup.caller(new Library("rxjava2", Flowable.class)));
    Flowable<Integer> range = Flowable.range(1, settings.size());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST -> range.flatMap(Flowable::just);
          case FLATMAP_RANGE -> range.flatMap(v -> Flowable.range(v, 2));
        };
  }

  @Override
  public long run(int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    LatchSubscriber subscriber = new LatchSubscriber(sink);
    flow.subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }
}
