package dev.tierbench.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of the loopback that can be killed and come back, and the connections that were accepted
 * on it, each served by a virtual thread. Thread-safe.
 */
public final class LoopbackListener {

  /** Below the ports of clients: one that connects to a port of its own host may meet itself. */
  private static final int LEAST_PORT = 15_000;

  private static final int MOST_PORT = 32_000;
  private static final int BACKLOG = 1_024;
  private static final Duration RESTART_POLL = Duration.ofMillis(20);

  private final String name;
  private final Service service;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket listener;
  private volatile Thread acceptor;

  /** Serves one connection to its end. */
  @FunctionalInterface
  public interface Service {
    void serve(Socket connection) throws IOException, InterruptedException;
  }

  /**
   * Listens on that port of the loopback; 0 for any that is free.
   *
   * @param name of what listens, for messages
   * @throws UncheckedIOException when the port is taken
   */
  public LoopbackListener(String name, int port, Service service) {
    this.name = name;
    this.service = service;
    try {
      listen(port == 0 ? freePort() : open(port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  public boolean isKilled() {
    return listener.isClosed();
  }

  /** Closes the listener and every connection, as the kernel does for a process that is killed. */
  public void kill() {
    closeNow(listener);
    try {
      acceptor.join(); // the port is free only when nobody accepts on it
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    closeConnections();
  }

  /** Closes every connection that is open now; new ones are accepted, and stay open. */
  public void closeConnections() {
    List.copyOf(open).forEach(LoopbackListener::closeNow);
  }

  /** Resets every connection that is open now; new ones are accepted, and stay open. */
  public void resetConnections() {
    for (Socket connection : List.copyOf(open)) {
      try {
        connection.setSoLinger(true, 0);
      } catch (IOException e) {
        continue; // closed meanwhile
      }
      closeNow(connection);
    }
  }

  /** Listens again on the port of before, which another program may have had for a moment. */
  public void restart() {
    int port = port();
    BindException[] taken = new BindException[1];
    try {
      boolean listens =
          Patience.holdsWithin(Patience.LONGEST, RESTART_POLL, () -> listens(port, taken));
      Expect.that(listens, "%s cannot listen again: %s", name, taken[0]);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean listens(int port, BindException[] taken) {
    try {
      listen(open(port));
      return true;
    } catch (BindException e) {
      taken[0] = e;
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerSocket freePort() throws IOException {
    BindException taken = new BindException("no port is free");
    for (int tries = LEAST_PORT; tries < MOST_PORT; tries++) {
      try {
        return open(ThreadLocalRandom.current().nextInt(LEAST_PORT, MOST_PORT));
      } catch (BindException e) {
        taken = e;
      }
    }
    throw taken;
  }

  private static ServerSocket open(int port) throws IOException {
    return new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
  }

  private void listen(ServerSocket socket) {
    listener = socket;
    acceptor = Thread.ofVirtual().start(() -> accept(socket));
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        open.add(connection);
        if (socket.isClosed()) {
          closeNow(connection);
        }
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return; // killed
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      service.serve(connection);
    } catch (IOException e) {
      // killed, or the client has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(connection);
    }
  }

  private static void closeNow(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
