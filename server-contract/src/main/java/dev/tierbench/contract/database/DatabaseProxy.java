package dev.tierbench.contract.database;

import dev.tierbench.contract.LoopbackListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/**
 * Passes the bytes between the server and the database on, and can close, reset or hold their
 * connections. Thread-safe.
 */
final class DatabaseProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final DatabaseAddress database;
  private final LoopbackListener listener;

  /** Open while bytes pass. */
  private volatile CountDownLatch gate = new CountDownLatch(0);

  DatabaseProxy(int port, DatabaseAddress database) {
    this.database = database;
    listener = new LoopbackListener("the proxy of the database", port, this::serve);
  }

  int port() {
    return listener.port();
  }

  /** Holds all bytes, also those of new connections, which are accepted. */
  void standStill() {
    gate = new CountDownLatch(1);
  }

  /** Passes the bytes that were held, and those that follow. */
  void goOn() {
    gate.countDown();
  }

  void closeConnections() {
    listener.closeConnections();
  }

  void resetConnections() {
    listener.resetConnections();
  }

  /** Is gone, with all connections. */
  void kill() {
    listener.kill();
  }

  void restart() {
    listener.restart();
  }

  /** Passes bytes again, whatever was done to it. */
  void recover() {
    goOn();
    if (listener.isKilled()) {
      restart();
    }
  }

  private void serve(Socket server) throws IOException, InterruptedException {
    gate.await();
    try (Socket backend = new Socket(database.host(), database.port())) {
      backend.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Thread answers = Thread.ofVirtual().start(() -> passAndClose(backend, server));
      pass(server, backend);
      backend.shutdownOutput();
      answers.join();
    }
  }

  private void passAndClose(Socket from, Socket to) {
    try (to) {
      pass(from, to);
    } catch (IOException e) {
      // closed by either side
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass(Socket from, Socket to) throws IOException, InterruptedException {
    byte[] buffer = new byte[BUFFER_BYTES];
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      gate.await();
      out.write(buffer, 0, read);
    }
  }

  @Override
  public void close() {
    goOn();
    listener.kill();
  }
}
