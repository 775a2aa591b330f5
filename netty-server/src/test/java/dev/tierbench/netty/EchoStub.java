package dev.tierbench.netty;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An echo server that can misbehave, be killed and come back on the same port. */
final class EchoStub implements AutoCloseable {

  /** What it does with a request. */
  enum Manner {
    ANSWER,
    ANSWER_LATE,
    ANSWER_500,
    ANSWER_GARBAGE,
    NEVER_ANSWER,
    STALL_IN_BODY,
    CLOSE_UNANSWERED,
    RESET_UNANSWERED,
    CLOSE_IN_BODY
  }

  static final String BODY = "hello from the stub";
  static final int DELAY_MILLIS = 20;

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Manner manner = Manner.ANSWER;
  private volatile String lastRequest = "";
  private volatile ServerSocket listener;
  private volatile Thread acceptor;

  EchoStub() {
    listen(0);
  }

  int port() {
    return listener.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int requests() {
    return requests.get();
  }

  /** The most requests that waited for an answer at the same time since the last call of this. */
  int mostAtOnce() {
    return mostAtOnce.getAndSet(0);
  }

  /** Request line and headers of the request that came last. */
  String lastRequest() {
    return lastRequest;
  }

  void behave(Manner next) {
    manner = next;
  }

  /** Closes the listener and every connection, as the kernel does for a process that is killed. */
  void kill() {
    closeNow(listener);
    try {
      acceptor.join(); // the port is free only when nobody accepts on it
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    open.forEach(EchoStub::closeNow);
  }

  void restart() {
    listen(port());
  }

  @Override
  public void close() {
    kill();
  }

  private void listen(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
      listener = socket;
      acceptor = Thread.ofVirtual().start(() -> accept(socket));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
      while (readRequest(in) && answer(connection)) {
        // the next request of the same connection
      }
    } catch (IOException e) {
      // killed, or the client has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(connection);
    }
  }

  private boolean readRequest(BufferedReader in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isEmpty()) {
        lastRequest = head.toString();
        requests.incrementAndGet();
        return true;
      }
      head.append(line).append('\n');
    }
    return false;
  }

  /** True when the connection may be used again. */
  private boolean answer(Socket connection) throws IOException, InterruptedException {
    mostAtOnce.accumulateAndGet(underWay.incrementAndGet(), Math::max);
    Thread.sleep(DELAY_MILLIS);
    underWay.decrementAndGet();
    switch (manner) {
      case ANSWER -> send(connection, "200 OK", BODY.length(), BODY);
      case ANSWER_LATE -> {
        Thread.sleep(RunningServer.TIMEOUT_MILLIS + 1_000);
        send(connection, "200 OK", BODY.length(), BODY);
      }
      case ANSWER_500 -> send(connection, "500 Broken", 4, "oops");
      case ANSWER_GARBAGE -> {
        connection
            .getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        return false;
      }
      case NEVER_ANSWER -> Thread.sleep(60_000);
      case STALL_IN_BODY -> {
        send(connection, "200 OK", 100, "half");
        Thread.sleep(60_000);
      }
      case CLOSE_UNANSWERED -> {
        return false;
      }
      case RESET_UNANSWERED -> {
        connection.setSoLinger(true, 0);
        return false;
      }
      case CLOSE_IN_BODY -> {
        send(connection, "200 OK", 100, "half");
        return false;
      }
    }
    return true;
  }

  private static void send(Socket connection, String status, int length, String body)
      throws IOException {
    String response =
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: text/plain\r\nContent-Length: "
            + length
            + "\r\n\r\n";
    connection.getOutputStream().write((response + body).getBytes(StandardCharsets.US_ASCII));
  }

  private static void closeNow(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
