package dev.tierbench.loadgen.arrival;

/**
 * The arrivals of the open model that are due and not yet sent, in their order. Each knows what it
 * waits for: a connection, or the loop that noticed it late. Confined to its loop.
 */
public final class WaitingArrivals {

  /** Marks an arrival that found a free connection. */
  private static final long FOUND_ONE = Long.MAX_VALUE;

  private final LongQueue intended = new LongQueue();
  private final LongQueue noticed = new LongQueue();

  /**
   * Adds an arrival.
   *
   * @param noticedNanos when the loop noticed that it was due
   * @param connections that are free then
   */
  public void add(long intendedNanos, long noticedNanos, int connections) {
    noticed.add(size() < connections ? FOUND_ONE : noticedNanos);
    intended.add(intendedNanos);
  }

  /** Returns the number of arrivals that wait. */
  public int size() {
    return intended.size();
  }

  /** Returns the intended start of the arrival that waits longest; at least one must wait. */
  public long oldestNanos() {
    return intended.peek();
  }

  /**
   * Returns whether the arrival that waits longest lacked a connection: none was free for it, and
   * it waited longer for one than the loop took to notice that it was due.
   */
  public boolean lackedConnection(long sendNanos) {
    long noticedNanos = noticed.peek();
    return noticedNanos != FOUND_ONE && sendNanos - noticedNanos > noticedNanos - intended.peek();
  }

  /** Drops all that wait. */
  public void clear() {
    intended.clear();
    noticed.clear();
  }

  /** Removes the arrival that waits longest, and returns its intended start. */
  public long poll() {
    long unused = noticed.poll();
    return intended.poll();
  }
}
