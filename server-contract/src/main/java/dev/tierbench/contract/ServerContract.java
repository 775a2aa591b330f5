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

  /** Whose servers to check. */
  public enum Strictness {
    /** Statuses, types and bodies, and that a reason is one line. */
    ANY_SERVER,
    /** Also the text of each reason, sockets, and all that differs without need. */
    OUR_SERVERS;

    boolean ours() {
      return this == OUR_SERVERS;
    }
  }

  /**
   * In this order, one at a time: each leaves the stub as it found it, unless it fails; {@link
   * EchoStub#recover} mends that.
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
