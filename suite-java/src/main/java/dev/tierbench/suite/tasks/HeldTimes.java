package dev.tierbench.suite.tasks;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long inserts and deletes held their connection. A thread that loses its core while it holds
 * one holds it longer than the statement takes, so the lower quartile of each kind counts, and
 * where the mean is less, that: their sum is never longer than they were held. It keeps the first
 * 32,768 of each. Thread-safe.
 */
final class HeldTimes {

  private static final int MOST = 1 << 15;

  private final Kind inserts = new Kind();
  private final Kind deletes = new Kind();

  void inserted(long nanos) {
    inserts.add(nanos);
  }

  void deleted(long nanos) {
    deletes.add(nanos);
  }

  void reset() {
    inserts.count.set(0);
    deletes.count.set(0);
  }

  /** The mean of an insert and a delete; that of one kind, where there was no other; else none. */
  OptionalLong nanosPerOperation() {
    long[] quartiles =
        Arrays.stream(new Kind[] {inserts, deletes})
            .filter(kind -> kind.count.get() > 0)
            .mapToLong(Kind::typical)
            .toArray();
    return quartiles.length == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Arrays.stream(quartiles).sum() / quartiles.length);
  }

  private static final class Kind {
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLongArray nanos = new AtomicLongArray(MOST);

    void add(long held) {
      int at = count.getAndIncrement();
      if (at < MOST) {
        nanos.set(at, held);
      }
    }

    long typical() {
      long[] held = new long[Math.min(count.get(), MOST)];
      Arrays.setAll(held, nanos::get);
      Arrays.sort(held);
      return Math.min(held[held.length / 4], Arrays.stream(held).sum() / held.length);
    }
  }
}
