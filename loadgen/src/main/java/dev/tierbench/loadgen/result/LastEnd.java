package dev.tierbench.loadgen.result;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * When a request ended last, over all loops. Each loop writes its own place and any may read.
 * Thread-safe.
 */
public final class LastEnd {

  private final AtomicLong[] ofLoop;

  /**
   * Creates the ends of {@code loops} loops; {@code startNanos} counts as the last end until a
   * request ends.
   */
  public LastEnd(int loops, long startNanos) {
    ofLoop =
        Stream.generate(() -> new AtomicLong(startNanos)).limit(loops).toArray(AtomicLong[]::new);
  }

  /** A request of that loop ended. */
  void at(int loop, long nanos) {
    ofLoop[loop].lazySet(nanos);
  }

  long latestNanos() {
    long latest = ofLoop[0].get();
    for (AtomicLong each : ofLoop) {
      long nanos = each.get();
      latest = nanos - latest > 0 ? nanos : latest;
    }
    return latest;
  }
}
