package dev.tierbench.contract;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A connection that is kept from answer to answer and never asks twice: a client of the JDK repeats
 * a request whose answer was dropped, which would hide it. For one thread.
 */
public final class KeptConnection implements AutoCloseable {
  private static final int LONGEST_LINE = 8192;
  private static final int LARGEST_BODY = 2 << 20;
  private static final int HEXADECIMAL = 16;
  private static final int STATUS_DIGITS = 3;

  private final URI server;
  private final Duration longestAnswer;
  private Socket socket;
  private InputStream in;

  /** An answer as the server sent it. */
  public record Answer(int status, String type, String body) {}

  private record Head(int status, Map<String, String> headers) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  KeptConnection(URI server, Duration longestAnswer) throws IOException {
    this.server = server;
    this.longestAnswer = longestAnswer;
    connect();
  }

  private void connect() throws IOException {
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(Math.toIntExact(longestAnswer.toMillis()));
    socket.connect(
        new InetSocketAddress(server.getHost(), server.getPort()), socket.getSoTimeout());
    in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * Asks once.
   *
   * @throws IOException saying what is wrong, when there is no whole answer
   */
  public Answer get(String path) throws IOException {
    if (in.available() > 0) {
      throw new IOException("more was sent than had been asked for");
    }
    String request = "GET " + path + " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\n\r\n";
    try {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      Head head = head();
      String body = new String(body(head), StandardCharsets.UTF_8);
      if (head.header("connection").equalsIgnoreCase("close")) {
        close();
        connect();
      }
      return new Answer(head.status(), head.header("content-type"), body);
    } catch (SocketTimeoutException e) {
      throw new IOException("no answer within " + longestAnswer.toMillis() + " ms", e);
    } catch (EOFException e) {
      throw new IOException("the connection was closed before the answer was complete", e);
    } catch (SocketException e) {
      throw new IOException("the connection was lost: " + e.getMessage(), e);
    }
  }

  private Head head() throws IOException {
    String first = line();
    if (!first.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
      throw new IOException("not an answer of HTTP/1: starts with '" + Expect.start(first) + "'");
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new IOException("not a header: '" + Expect.start(line) + "'");
      }
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int status = first.indexOf(' ') + 1;
    return new Head(Integer.parseInt(first.substring(status, status + STATUS_DIGITS)), headers);
  }

  private byte[] body(Head head) throws IOException {
    String length = head.header("content-length");
    if (head.header("transfer-encoding").equalsIgnoreCase("chunked")) {
      return chunks();
    }
    if (!length.matches("\\d{1,9}")) {
      throw new IOException("neither a Content-Length nor chunks: '" + Expect.start(length) + "'");
    }
    return exactly(Integer.parseInt(length));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      String size = line();
      if (!size.matches("[0-9A-Fa-f]{1,7}(;.*)?")) {
        throw new IOException("not the size of a chunk: '" + Expect.start(size) + "'");
      }
      int length = Integer.parseInt(size.replaceFirst(";.*", ""), HEXADECIMAL);
      body.writeBytes(exactly(length));
      String end = line();
      if (!end.isEmpty()) {
        throw new IOException("not the end of a chunk: '" + Expect.start(end) + "'");
      }
      if (length == 0) {
        return body.toByteArray();
      }
    }
  }

  private byte[] exactly(int length) throws IOException {
    if (length > LARGEST_BODY) {
      throw new IOException("a body of " + length + " bytes");
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      if (line.length() == LONGEST_LINE) {
        throw new IOException("a line without end: '" + Expect.start(line.toString()) + "'");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
