package dev.tierbench.loadgen.result;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.record.Pause;

/** The longest of several times, and when it began. Confined to one thread at a time. */
final class Longest {

  private static final int DIGITS = 1_000;

  private long nanos;
  private long fromNanos;

  void add(long from, long until) {
    if (until - from > nanos) {
      nanos = until - from;
      fromNanos = from;
    }
  }

  /**
   * Adds the longest of a stretch that began at {@code start} as if it had begun at another time.
   */
  void add(Longest other, long start, long asIf) {
    long from = other.fromNanos - start + asIf;
    add(from, from + other.nanos);
  }

  void add(Longest other) {
    add(other.fromNanos, other.fromNanos + other.nanos);
  }

  /**
   * Returns the longest stretch, its length and its start after {@code startNanos} in seconds, both
   * rounded to milliseconds.
   */
  Pause since(long startNanos) {
    return new Pause(rounded(nanos), nanos == 0 ? 0 : rounded(fromNanos - startNanos));
  }

  private static double rounded(long nanos) {
    return Math.round(nanos / NANOS_PER_SECOND * DIGITS) / (double) DIGITS;
  }
}
