package dev.tierbench.harness.suite;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The connection of one worker: it sends a line of JSON for each event, and waits for {@code go}
 * where it has to. A socket and not its output, to which the work itself may print.
 */
final class WorkerLink implements AutoCloseable {

  private static final long POLL_MILLIS = 50;
  private static final byte[] GO = "go\n".getBytes(StandardCharsets.UTF_8);

  private final Path socket;
  private final ServerSocketChannel server;

  /** The last one is empty: the end of the connection. */
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

  private volatile Optional<SocketChannel> worker = Optional.empty();

  private WorkerLink(Path socket, ServerSocketChannel server) {
    this.socket = socket;
    this.server = server;
  }

  /**
   * Waits for one worker at a socket of that name.
   *
   * @throws IOException when the socket cannot be made
   */
  static WorkerLink at(Path socket) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      server.close();
      throw new IOException("cannot listen at " + socket + ": " + e.getMessage(), e);
    }
    WorkerLink link = new WorkerLink(socket, server);
    Thread.ofPlatform().name("worker-events").daemon().start(link::receive);
    return link;
  }

  private void receive() {
    try (SocketChannel channel = server.accept()) {
      worker = Optional.of(channel);
      BufferedReader in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(Optional.of(line));
      }
    } catch (IOException killedOrClosed) {
      // The worker ended, or this link did.
    }
    lines.add(Optional.empty());
  }

  /**
   * The next event; empty when there are no more, as after the end of the worker, or when time is
   * up.
   *
   * @param deadline on the clock of {@link System#nanoTime}
   * @param alive whether the worker's process still runs
   * @throws IOException when it sent what is no event
   */
  Optional<WorkerEvent> next(long deadline, BooleanSupplier alive)
      throws IOException, InterruptedException {
    while (System.nanoTime() < deadline) {
      boolean ended = !alive.getAsBoolean();
      Optional<String> line = lines.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (line != null) {
        return line.isPresent() ? Optional.of(WorkerEvent.parse(line.get())) : Optional.empty();
      }
      if (ended) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Lets the worker go on; false when it is gone. */
  boolean go() {
    SocketChannel channel =
        worker.orElseThrow(() -> new IllegalStateException("no worker is connected"));
    ByteBuffer line = ByteBuffer.wrap(GO);
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    if (worker.isPresent()) {
      worker.get().close();
    }
    Files.deleteIfExists(socket);
  }
}
