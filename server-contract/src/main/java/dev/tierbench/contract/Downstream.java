package dev.tierbench.contract;

import dev.tierbench.contract.ServerContract.Strictness;
import java.util.stream.Stream;

/** The tier behind the server under test, as the contract plays it, and what is checked with it. */
public interface Downstream extends AutoCloseable {

  /** What it is called in the output. */
  String name();

  /** Port of the loopback at which the server reaches it. */
  int port();

  /**
   * Returns the checks in the order in which to run them, one at a time. A check that passes leaves
   * everything as it found it; after one that failed, call {@link #recover}.
   *
   * @param seed of the random workloads
   */
  Stream<Check> checks(ServerUnderTest server, Strictness strictness, long seed);

  /** Is as it was at first, whatever a check that failed left behind. */
  void recover();

  @Override
  void close();
}
