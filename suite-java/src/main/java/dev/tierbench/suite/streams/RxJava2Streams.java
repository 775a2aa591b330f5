package dev.tierbench.suite.streams;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import io.reactivex.Flowable;

/** RxJava 2, with back pressure. */
final class RxJava2Streams extends Work {

  private final Flowable<Integer> flow;

  RxJava2Streams(Settings settings) {
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
    LatchSubscriber.Rx2 subscriber = new LatchSubscriber.Rx2(sink);
    flow.subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }
}
