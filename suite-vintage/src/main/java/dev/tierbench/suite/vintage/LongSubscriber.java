package dev.tierbench.suite.vintage;

import dev.tierbench.suite.Sink;
import dev.tierbench.suite.streams.LatchSubscriber;
import java.util.concurrent.CountDownLatch;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** {@link LatchSubscriber} of {@link Long}. */
final class LongSubscriber implements Subscriber<Long> {

  private final Sink sink;
  private final CountDownLatch ended = new CountDownLatch(1);
  private Throwable error;

  LongSubscriber(Sink sink) {
    this.sink = sink;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(Long item) {
    sink.accept(item.intValue());
  }

  @Override
  public void onError(Throwable thrown) {
    error = thrown;
    ended.countDown();
  }

  @Override
  public void onComplete() {
    ended.countDown();
  }

  /** Waits for the end and throws what ended the flow early. */
  void await() throws InterruptedException {
    ended.await();
    if (error != null) {
      throw new IllegalStateException("the flow ended by an error", error);
    }
  }
}
