package dev.tierbench.suite;

import java.util.OptionalLong;

/**
 * One implementation of a suite: opened once for a case and a size, then run any number of times by
 * one thread, one run after another. No method swallows an error.
 */
public interface Work {

  /** Assembles what all runs share: pools, flows, clients. Called once, outside every timing. */
  void open(Settings settings) throws Exception;

  /** What {@link #open} set up. */
  Setup setup();

  /**
   * Does the whole of one pass and returns when it has ended.
   *
   * @return the checksum of what was done, which {@link Study#expected} knows in closed form
   */
  long run(Case studyCase, int size, Sink sink) throws Exception;

  /** Mean time of the one writer of a database per operation of the last run, if there is one. */
  default OptionalLong writerNanosPerOperation() {
    return OptionalLong.empty();
  }

  /** Ends the pools and clients of {@link #open}, where it set up any. */
  default void close() throws Exception {}
}
