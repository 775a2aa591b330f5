package dev.tierbench.loadgen;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A server whose behaviour is a lambda; counts the requests that it read. */
final class TestServer implements AutoCloseable {

  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\necho\n";

  /** What the server does about one request. */
  @FunctionalInterface
  interface Behaviour {
    /** Answers request {@code number} of all connections together, counted from 1. */
    void answer(Socket socket, OutputStream out, long number) throws Exception;
  }

  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final Behaviour behaviour;
  private final Behaviour welcome;
  private volatile boolean closed;

  TestServer(Behaviour behaviour) throws IOException {
    this(0, behaviour);
  }

  TestServer(int port, Behaviour behaviour) throws IOException {
    this(port, behaviour, (socket, out, number) -> {});
  }

  /**
   * @param welcome what it does about connection {@code number} before any request
   */
  TestServer(int port, Behaviour behaviour, Behaviour welcome) throws IOException {
    this.behaviour = behaviour;
    this.welcome = welcome;
    listener = new ServerSocket(port, 4_096, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Answers every request well after a delay. */
  static Behaviour delayed(long millis) {
    return (socket, out, number) -> {
      Thread.sleep(millis);
      out.write(OK.getBytes(StandardCharsets.US_ASCII));
    };
  }

  /** Writes a fixed text as the answer. */
  static Behaviour saying(String text) {
    return (socket, out, number) -> out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/sleep";
  }

  long requests() {
    return requests.get();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      welcome.answer(socket, socket.getOutputStream(), connections.incrementAndGet());
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      while (readHead(in)) {
        behaviour.answer(socket, socket.getOutputStream(), requests.incrementAndGet());
        socket.getOutputStream().flush();
      }
    } catch (SocketException e) {
      // The client under test went away or the behaviour closed the socket: both belong to tests.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      sockets.remove(socket);
    }
  }

  private static boolean readHead(BufferedReader in) throws IOException {
    String line = in.readLine();
    if (line == null) {
      return false;
    }
    while (line != null && !line.isEmpty()) {
      line = in.readLine();
    }
    return line != null;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** The server as a process of its own, for tests that pause it; prints its port. */
  public static void main(String[] arguments) throws Exception {
    try (TestServer server = new TestServer(delayed(Long.parseLong(arguments[0])))) {
      System.out.println(server.url());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Serves until its parent is gone.
      }
    }
  }
}
