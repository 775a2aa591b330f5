package dev.tierbench.suite.executors;

/** What a task of the suite does with its seed. */
@FunctionalInterface
public interface Action {

  /** Does the work and returns a result that enters the checksum. */
  long run(int seed) throws InterruptedException;

  /** The result of {@link #run} without its waiting. */
  default long result(int seed) throws InterruptedException {
    return run(seed);
  }
}
