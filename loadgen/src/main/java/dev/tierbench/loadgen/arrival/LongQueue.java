package dev.tierbench.loadgen.arrival;

import java.util.Arrays;

/** A first-in first-out queue of longs without boxing; grows as needed. */
final class LongQueue {

  private long[] ring = new long[1024];
  private int head;
  private int size;

  void add(long value) {
    if (size == ring.length) {
      long[] larger = Arrays.copyOfRange(ring, head, head + 2 * size);
      System.arraycopy(ring, 0, larger, size - head, head);
      ring = larger;
      head = 0;
    }
    ring[(head + size++) & (ring.length - 1)] = value;
  }

  long poll() {
    long value = ring[head];
    head = (head + 1) & (ring.length - 1);
    size--;
    return value;
  }

  /** The oldest value; the queue must not be empty. */
  long peek() {
    return ring[head];
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }
}
