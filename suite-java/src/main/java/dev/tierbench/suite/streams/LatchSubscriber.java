package dev.tierbench.suite.streams;

import dev.tierbench.suite.Sink;
import java.util.concurrent.CountDownLatch;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Requests everything, hands each item to the sink and lets one thread wait for the end. The
 * subclasses carry the marks by which each library knows that it need not wrap the subscriber.
 */
public class LatchSubscriber implements Subscriber<Integer> {

  private final Sink sink;
  private final CountDownLatch ended = new CountDownLatch(1);
  private Throwable error;

  public LatchSubscriber(Sink sink) {
    this.sink = sink;
  }

  @Override
  public final void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public final void onNext(Integer item) {
    sink.accept(item);
  }

  @Override
  public final void onError(Throwable thrown) {
    error = thrown;
    ended.countDown();
  }

  @Override
  public final void onComplete() {
    ended.countDown();
  }

  /** Waits for the end and throws what ended the flow early. */
  public final void await() throws InterruptedException {
    ended.await();
    if (error != null) {
      throw new IllegalStateException("the flow ended by an error", error);
    }
  }

  /** Subscriber of RxJava 2. */
  static final class Rx2 extends LatchSubscriber
      implements io.reactivex.FlowableSubscriber<Integer> {
    Rx2(Sink sink) {
      super(sink);
    }
  }

  /** Subscriber of RxJava 3. */
  static final class Rx3 extends LatchSubscriber
      implements io.reactivex.rxjava3.core.FlowableSubscriber<Integer> {
    Rx3(Sink sink) {
      super(sink);
    }
  }

  /** Subscriber of Reactor. */
  static final class Reactor extends LatchSubscriber
      implements reactor.core.CoreSubscriber<Integer> {
    Reactor(Sink sink) {
      super(sink);
    }
  }
}
