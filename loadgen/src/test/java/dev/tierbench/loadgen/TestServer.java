package dev.tierbench.loadgen;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** A server whose behaviour is a lambda; counts the requests that it read. */
public final class TestServer implements AutoCloseable {

  private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)content-length: *([0-9]+)");

  /** Two line breaks. */
  private static final int HEAD_END = 0x0d_0a_0d_0a;

  public static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\necho\n";

  /** What the server does about one request. */
  @FunctionalInterface
  public interface Behaviour {
    /** Answers request {@code number} of all connections together, counted from 1. */
    void answer(Socket socket, OutputStream out, long number) throws Exception;
  }

  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final Behaviour behaviour;
  private final Behaviour welcome;
  private final Optional<SSLContext> tls;
  private final Map<Socket, Socket> tcp = new ConcurrentHashMap<>();
  private volatile BiConsumer<String, byte[]> inspector = (head, body) -> {};
  private volatile boolean closed;

  public TestServer(Behaviour behaviour) throws IOException {
    this(0, behaviour);
  }

  public TestServer(int port, Behaviour behaviour) throws IOException {
    this(port, behaviour, (socket, out, number) -> {});
  }

  /**
   * @param welcome what it does about connection {@code number} before any request
   */
  public TestServer(int port, Behaviour behaviour, Behaviour welcome) throws IOException {
    this(port, behaviour, welcome, Optional.empty());
  }

  /**
   * @param tls what it speaks TLS with
   */
  public TestServer(int port, Behaviour behaviour, Behaviour welcome, Optional<SSLContext> tls)
      throws IOException {
    this.behaviour = behaviour;
    this.welcome = welcome;
    this.tls = tls;
    listener = new ServerSocket();
    // Smaller than a long request, which so is written in parts.
    listener.setReceiveBufferSize(64 * 1024);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 4_096);
    Thread.ofVirtual().start(this::accept);
  }

  /** Answers every request well after a delay. */
  public static Behaviour delayed(long millis) {
    return (socket, out, number) -> {
      Thread.sleep(millis);
      out.write(OK.getBytes(StandardCharsets.US_ASCII));
    };
  }

  /** Writes a fixed text as the answer. */
  public static Behaviour saying(String text) {
    return (socket, out, number) -> out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Shows each request that was read whole: its head, and its body. */
  public void inspect(BiConsumer<String, byte[]> newInspector) {
    inspector = newInspector;
  }

  public String url() {
    return url("127.0.0.1");
  }

  public String url(String host) {
    return (tls.isPresent() ? "https://" : "http://")
        + host
        + ":"
        + listener.getLocalPort()
        + "/sleep";
  }

  public long requests() {
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

  private void serve(Socket accepted) {
    try (Socket socket = secured(accepted)) {
      welcome.answer(socket, socket.getOutputStream(), connections.incrementAndGet());
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (readRequest(in)) {
        behaviour.answer(socket, socket.getOutputStream(), requests.incrementAndGet());
        socket.getOutputStream().flush();
      }
    } catch (SocketException | SSLException | EOFException e) {
      // The client under test went away or the behaviour closed the socket: both belong to tests.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      sockets.remove(accepted);
    }
  }

  private Socket secured(Socket accepted) throws IOException {
    if (tls.isEmpty()) {
      return accepted;
    }
    SSLSocket secured =
        (SSLSocket)
            tls.get().getSocketFactory().createSocket(accepted, null, accepted.getPort(), true);
    secured.setUseClientMode(false);
    secured.startHandshake();
    tcp.put(secured, accepted);
    return secured;
  }

  /** Ends the TCP connection under a TLS connection, without a word of TLS. */
  public void cut(Socket secured) throws IOException {
    tcp.get(secured).close();
  }

  private boolean readRequest(InputStream in) throws IOException {
    Optional<String> head = readHead(in);
    if (head.isEmpty()) {
      return false;
    }
    Matcher length = CONTENT_LENGTH.matcher(head.get());
    int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
    byte[] body = in.readNBytes(bytes);
    if (body.length < bytes) {
      throw new EOFException("the body ends early");
    }
    inspector.accept(head.get(), body);
    return true;
  }

  /** The lines of a head; empty at the end of the connection. */
  public static Optional<String> readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    int last4 = 0;
    while (last4 != HEAD_END) {
      int next = in.read();
      if (next < 0) {
        return Optional.empty();
      }
      head.append((char) next);
      last4 = last4 << 8 | next;
    }
    return Optional.of(head.toString());
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
