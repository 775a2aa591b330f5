package dev.tierbench.run.threads;

import java.util.Optional;

/**
 * What one thread asked of the kernel in a window: a row of {@code threads.csv}.
 *
 * @param tid as the initial PID namespace knows it
 * @param name a name that ends with {@value #CUT} is the kernel's, cut at 15 characters
 */
public record ThreadRow(long tid, String name, String role, ThreadState state, Counts counts) {

  /** Ends a name of which only the kernel's 15 characters are known. */
  public static final String CUT = "…";

  /** The count, empty when it was not measured. */
  public Optional<Long> get(Counter counter) {
    return counts.get(counter);
  }

  /** The same thread with more counts. */
  public ThreadRow with(Counts more) {
    return new ThreadRow(tid, name, role, state, counts.with(more));
  }
}
