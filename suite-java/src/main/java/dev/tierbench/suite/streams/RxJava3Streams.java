package dev.tierbench.suite.streams;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import io.reactivex.rxjava3.core.Flowable;

/** RxJava 3, with back pressure. */
final class RxJava3Streams extends Work {

  private final Flowable<Integer> flow;

  RxJava3Streams(Settings settings) {
    super(Setup.caller(new Library("rxjava3", Flowable.class)));
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
    LatchSubscriber.Rx3 subscriber = new LatchSubscriber.Rx3(sink);
    flow.subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }
}
