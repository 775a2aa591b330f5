package dev.tierbench.contract;

import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Everything that a server has to keep: what it answers, how often it asks echo, and its errors.
 *
 * @param echo the stub that the server is to call
 * @param seed of the random workloads
 */
public record ServerContract(
    ServerUnderTest server, EchoStub echo, Strictness strictness, long seed) {

  /** Extent of the checks, by whose server is checked. */
  public enum Strictness {
    /** Statuses, types and bodies, and that a reason is one line. */
    ANY_SERVER,
    /**
     * Adds the text of each reason, the sockets, and everything that our servers must have in
     * common.
     */
    OUR_SERVERS;

    /** Whether this is {@link #OUR_SERVERS}. */
    public boolean ours() {
      return this == OUR_SERVERS;
    }
  }

  /**
   * Returns the checks in the order in which to run them, one at a time. A check that passes leaves
   * the stub as it found it; after one that failed, call {@link EchoStub#recover}.
   */
  public Stream<Check> checks() {
    return Stream.of(
            new RequestChecks(server, echo, strictness).checks(),
            new AnswerChecks(server, echo, seed).checks(),
            new FaultChecks(server, echo, strictness).checks(),
            new EchoOutage(server, echo, strictness).checks())
        .flatMap(Function.identity());
  }
}
