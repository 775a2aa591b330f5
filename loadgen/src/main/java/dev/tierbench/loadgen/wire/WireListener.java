package dev.tierbench.loadgen.wire;

import dev.tierbench.loadgen.http.ExpectedBody;

/** A connection of the load, whose requests a wire carries one at a time. Confined to its loop. */
public interface WireListener {

  /** What a correct answer has in its body. */
  ExpectedBody expectedBody();

  /** Whether a request is under way. */
  boolean isInFlight();

  /**
   * The wire can carry requests.
   *
   * @param connected whether a TCP connection was made for it, and not shared
   */
  void opened(boolean connected);

  /** Bytes of the answer have come; 0 where only a part of it is known to have. */
  void received(int bytes);

  /** The answer has come whole. */
  void completed();

  /** What came is no correct answer. */
  void broken(String reason);

  /**
   * The wire has ended.
   *
   * @param orderly whether the server closed it by the rules of its protocol
   */
  void ended(String reason, boolean orderly);
}
