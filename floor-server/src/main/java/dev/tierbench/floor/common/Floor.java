package dev.tierbench.floor.common;

import java.net.SocketAddress;

/** A server that listens. */
public interface Floor extends AutoCloseable {

  SocketAddress address();

  /** Blocks until it no longer listens. */
  void awaitEnd() throws InterruptedException;

  /** Ends its threads too. */
  @Override
  void close();
}
