package dev.tierbench.server;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many calls of echo are under way at a time ({@code echo.max-calls}); one beyond that fails at
 * once instead of waiting. Thread-safe.
 */
public final class CallLimit {

  private final int most;
  private final AtomicInteger underWay = new AtomicInteger();

  /** The limit that the settings give. */
  public CallLimit(EchoSettings settings) {
    most = settings.maxCalls();
  }

  /** Whether any number is allowed. */
  public boolean isNone() {
    return most == 0;
  }

  /** The limit in force; {@link Settings#NO_LIMIT} without one. */
  public int most() {
    return isNone() ? Settings.NO_LIMIT : most;
  }

  /**
   * Begins a call, which {@link #leave} ends.
   *
   * @throws EchoFailure when there is no room for one more
   */
  public CallLimit enter() {
    if (underWay.incrementAndGet() > most) {
      leave();
      throw EchoFailure.tooManyCalls(most);
    }
    return this;
  }

  /** Ends a call. */
  public void leave() {
    underWay.decrementAndGet();
  }
}
