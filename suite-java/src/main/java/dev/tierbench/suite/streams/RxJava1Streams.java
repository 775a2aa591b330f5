package dev.tierbench.suite.streams;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.concurrent.CountDownLatch;
import rx.Observable;
import rx.Subscriber;

/** RxJava 1, with a subscriber that the library wraps, as published. */
public final class RxJava1Streams extends Work {

  private final Observable<Integer> flow;

  public RxJava1Streams(Settings settings) {
    super(Setup.caller(new Library("rxjava1", Observable.class)));
    Observable<Integer> range = Observable.range(1, settings.size());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST -> range.flatMap(Observable::just);
          case FLATMAP_RANGE -> range.flatMap(v -> Observable.range(v, 2));
        };
  }

  @Override
  public long run(int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    SinkSubscriber subscriber = new SinkSubscriber(sink);
    flow.subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }

  /** {@link LatchSubscriber} in the types of RxJava 1, which is older than Reactive Streams. */
  private static final class SinkSubscriber extends Subscriber<Integer> {

    private final Sink sink;
    private final CountDownLatch ended = new CountDownLatch(1);
    private Throwable error;

    SinkSubscriber(Sink sink) {
      this.sink = sink;
    }

    @Override
    public void onNext(Integer item) {
      sink.accept(item);
    }

    @Override
    public void onError(Throwable thrown) {
      error = thrown;
      ended.countDown();
    }

    @Override
    public void onCompleted() {
      ended.countDown();
    }

    void await() throws InterruptedException {
      ended.await();
      if (error != null) {
        throw new IllegalStateException("the flow ended by an error", error);
      }
    }
  }
}
