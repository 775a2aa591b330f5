package dev.tierbench.suite.executors;

import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import java.util.Arrays;

/**
 * The results of one pass, each in a place of its own, so that to keep one costs every
 * implementation the same plain store. Read after the implementation has waited for all tasks.
 */
public final class Slots {

  /** No action has this result. */
  private static final long NONE = Long.MIN_VALUE;

  private final Tally tally;
  private final long[] results;
  private int added;

  /** The places of a pass of so many actions, which begins now. */
  public Slots(Sink sink, int size) {
    tally = sink.begin(size);
    results = new long[size];
    Arrays.fill(results, NONE);
  }

  /** Keeps the result of a seed; from any thread, each seed from one. */
  public void set(int seed, long result) {
    if (results[seed] != NONE) {
      throw new IllegalStateException("action " + seed + " was run twice");
    }
    results[seed] = result;
  }

  /** Keeps the next result, of one thread that collects all. */
  public void add(long result) {
    results[added++] = result;
  }

  /** Counts and adds up what was kept in the pass, and returns the sum. */
  public long end() {
    int completed = 0;
    long sum = 0;
    for (long result : results) {
      if (result != NONE) {
        completed++;
        sum += result;
      }
    }
    tally.completed(completed, sum);
    return sum;
  }
}
