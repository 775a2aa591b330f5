package dev.tierbench.floor.common;

import java.net.SocketAddress;

/**
 * A server that listens.
 *
 * @param awaitEnd blocks until it no longer listens
 * @param stop ends its threads too
 */
public record Floor(SocketAddress address, Runnable awaitEnd, Runnable stop)
    implements AutoCloseable {

  @Override
  public void close() {
    stop.run();
  }
}
