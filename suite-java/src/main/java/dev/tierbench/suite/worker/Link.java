package dev.tierbench.suite.worker;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The connection to the harness: JSON lines out, {@code go} in. For one thread at a time. */
public final class Link implements AutoCloseable {

  /** The system property with the path of the harness' socket. */
  public static final String PROPERTY = "tierbench.socket";

  private final SocketChannel channel;
  private final BufferedReader replies;

  private Link(SocketChannel channel) {
    this.channel = channel;
    this.replies = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
  }

  /** The connection that {@link #PROPERTY} names. */
  public static Link ofProperty() {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      throw new IllegalStateException(PROPERTY + " is not set");
    }
    try {
      return new Link(SocketChannel.open(UnixDomainSocketAddress.of(path)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot connect to " + path, e);
    }
  }

  /** Sends one event; the pairs follow its name in order. */
  public void send(String event, Map<String, ?> pairs) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    line.putAll(pairs);
    ByteBuffer bytes = ByteBuffer.wrap((Json.of(line) + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Announces a phase and waits until the harness lets it start. */
  public void ready(String phase) {
    send("ready", Map.of("phase", phase));
    awaitGo();
  }

  /** Sends the time at a boundary of a phase, by a clock that nobody sets. */
  public void boundary(String event, String phase) {
    Map<String, Object> pairs = new LinkedHashMap<>();
    pairs.put("nano_time", System.nanoTime());
    pairs.put("phase", phase);
    send(event, pairs);
  }

  /** Sends the values of one run. */
  public void run(String phase, Map<String, ?> run) {
    Map<String, Object> pairs = new LinkedHashMap<>();
    pairs.put("phase", phase);
    pairs.put("run", run);
    send("run", pairs);
  }

  /** Waits until the harness sends {@code go}. */
  public void awaitGo() {
    try {
      String reply = replies.readLine();
      if (reply == null) {
        throw new EOFException("the harness closed the socket");
      }
      if (!reply.equals("go")) {
        throw new IOException("expected go, got " + reply);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
