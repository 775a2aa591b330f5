package dev.tierbench.suite;

import java.util.OptionalLong;

/**
 * One implementation of a suite. Its constructor opens it for a case and a size, outside every
 * timing: it makes the pools, flows and clients that all runs share. Then one thread runs it any
 * number of times, one run after another. No method swallows an error.
 */
public abstract class Work {

  private final Setup setup;

  protected Work(Setup setup) {
    this.setup = setup;
  }

  public final Setup setup() {
    return setup;
  }

  /**
   * Does the whole of one pass and returns when it has ended.
   *
   * @param size the items of the pass; a warm-up may have fewer than the work was opened for
   * @return the checksum of what was done, which {@link Study#expected} has in closed form
   */
  public abstract long run(int size, Sink sink) throws Exception;

  /** How long an operation of the last run held a connection of the database, if any did. */
  public OptionalLong writerNanosPerOperation() {
    return OptionalLong.empty();
  }

  /** Ends the pools and clients that were opened. */
  public void close() throws Exception {}
}
