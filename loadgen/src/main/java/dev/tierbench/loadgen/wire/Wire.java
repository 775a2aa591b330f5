package dev.tierbench.loadgen.wire;

import dev.tierbench.loadgen.http.Answer;
import io.netty.bootstrap.Bootstrap;
import io.netty.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * The Netty side of one life of a connection, from one connect to its close. What happens on it
 * after {@link #drop} is no longer the connection's. Confined to its loop.
 */
public interface Wire {

  /**
   * Connects.
   *
   * @param done called when the wire can carry requests, or with the cause when it cannot; on the
   *     loop only where the channel could be made
   */
  void connect(Bootstrap bootstrap, Consumer<Future<?>> done);

  /**
   * Sends one request.
   *
   * @param last whether the server is to close the connection after it
   */
  void send(boolean last);

  /** The response to the request that was sent last. */
  Answer answer();

  /** When TCP was connected. */
  long connectedNanos();

  /** Whether there was a handshake between that and the first request. */
  boolean hasHandshake();

  /** Whether the kernel has taken the last request whole. */
  boolean isSent();

  /** What carries it, which wires over one TCP connection share. */
  Object carrier();

  /** Closes it. */
  void drop();
}
