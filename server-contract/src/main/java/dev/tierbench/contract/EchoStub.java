package dev.tierbench.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An echo server that can misbehave, be killed and come back on the same port. Thread-safe. */
public final class EchoStub implements AutoCloseable {

  /** What it does with a request. */
  public enum Manner {
    ANSWER,
    /** Answers with the number of the request in the body, see {@link #numbered}. */
    ANSWER_NUMBERED,
    /** Answered when a second call has come, or the manner ends. */
    ANSWER_TOGETHER,
    /** Answered when the manner ends, or after {@link #lateness}. */
    ANSWER_LATE,
    ANSWER_500,
    ANSWER_GARBAGE,
    NEVER_ANSWER,
    STALL_IN_BODY,
    CLOSE_UNANSWERED,
    RESET_UNANSWERED,
    CLOSE_IN_BODY
  }

  public static final String BODY = "hello from the stub";
  private static final Duration DELAY = Duration.ofMillis(5);
  private static final Duration LONG = Duration.ofMinutes(1);

  /** Below the ports of clients: one that connects to a port of its own host may meet itself. */
  private static final int LEAST_PORT = 15_000;

  private static final int MOST_PORT = 32_000;
  private static final int BACKLOG = 1_024;
  private static final Duration RESTART_POLL = Duration.ofMillis(20);

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostConcurrent = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile List<Manner> manners = List.of(Manner.ANSWER);

  /** Opens when the manner ends. */
  private volatile CountDownLatch ended = new CountDownLatch(1);

  /** Opens when two calls wait at the same time, or the manner ends. */
  private volatile CountDownLatch met = new CountDownLatch(1);

  private volatile Duration delay = DELAY;
  private volatile Duration lateness = LONG;
  private volatile String lastRequest = "";
  private volatile ServerSocket listener;
  private volatile Thread acceptor;

  /** A stub on any free port. */
  public EchoStub() {
    this(0);
  }

  /**
   * A stub on that port of the loopback; 0 for any that is free.
   *
   * @throws UncheckedIOException when it is taken
   */
  public EchoStub(int port) {
    try {
      listen(port == 0 ? freePort() : open(port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The body of the answer to the request of that number, counted from 1; all are as long. */
  static String numbered(int request) {
    return String.format(Locale.ROOT, "%s, request %08d;", BODY, request);
  }

  public int port() {
    return listener.getLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  public int requests() {
    return requests.get();
  }

  /** The most requests that waited for an answer concurrently since the last call of this. */
  public int mostConcurrent() {
    return mostConcurrent.getAndSet(0);
  }

  /** Request line and headers of the request that came last. */
  public String lastRequest() {
    return lastRequest;
  }

  /** Begins these manners, request by request and again from the first, and ends those before. */
  public void behave(Manner... inTurn) {
    CountDownLatch before = ended;
    CountDownLatch unmet = met;
    ended = new CountDownLatch(1);
    met = new CountDownLatch(1);
    turn.set(0);
    manners = List.of(inTurn);
    unmet.countDown();
    before.countDown();
  }

  /** Sets the time before each answer, until {@link #recover}. */
  void delay(Duration beforeEachAnswer) {
    delay = beforeEachAnswer;
  }

  /** Sets how long {@link Manner#ANSWER_LATE} takes at the most. */
  void lateness(Duration ofLateAnswers) {
    lateness = ofLateAnswers;
  }

  /** Is as it was at first, whatever a check that failed left behind. */
  public void recover() {
    behave(Manner.ANSWER);
    delay = DELAY;
    if (listener.isClosed()) {
      restart();
    }
  }

  /** Closes the listener and every connection, as the kernel does for a process that is killed. */
  public void kill() {
    closeNow(listener);
    try {
      acceptor.join(); // the port is free only when nobody accepts on it
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    open.forEach(EchoStub::closeNow);
  }

  /** Listens again on the port of before, which another program may have had for a moment. */
  public void restart() {
    int port = port();
    BindException[] taken = new BindException[1];
    try {
      boolean listens =
          Patience.holdsWithin(Patience.LONGEST, RESTART_POLL, () -> listens(port, taken));
      Expect.that(listens, "the stub of echo cannot listen again: %s", taken[0]);
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

  @Override
  public void close() {
    kill();
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
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
      for (int request = readRequest(in); request > 0; request = readRequest(in)) {
        if (!answer(connection, request)) {
          return;
        }
      }
    } catch (IOException e) {
      // killed, or the client has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(connection);
    }
  }

  /** The number of the request; 0 at the end of the connection. */
  private int readRequest(BufferedReader in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isEmpty()) {
        lastRequest = head.toString();
        return requests.incrementAndGet();
      }
      head.append(line).append('\n');
    }
    return 0;
  }

  /** True when the connection may be used again. */
  private boolean answer(Socket connection, int request) throws IOException, InterruptedException {
    List<Manner> current = manners;
    CountDownLatch end = ended;
    Manner manner = current.get(turn.getAndIncrement() % current.size());
    waitForTurn(manner);
    switch (manner) {
      case ANSWER, ANSWER_TOGETHER -> send(connection, "200 OK", BODY.length(), BODY);
      case ANSWER_NUMBERED -> {
        String body = numbered(request);
        send(connection, "200 OK", body.length(), body);
      }
      case ANSWER_LATE -> {
        boolean unused = end.await(lateness.toMillis(), TimeUnit.MILLISECONDS);
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
      case NEVER_ANSWER -> {
        boolean unused = end.await(LONG.toMillis(), TimeUnit.MILLISECONDS);
        return false;
      }
      case STALL_IN_BODY -> {
        send(connection, "200 OK", 100, "half");
        boolean unused = end.await(LONG.toMillis(), TimeUnit.MILLISECONDS);
        return false;
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

  private void waitForTurn(Manner manner) throws InterruptedException {
    CountDownLatch meeting = met;
    int concurrent = underWay.incrementAndGet();
    try {
      mostConcurrent.accumulateAndGet(concurrent, Math::max);
      if (concurrent > 1) {
        meeting.countDown();
      }
      Thread.sleep(delay);
      if (manner == Manner.ANSWER_TOGETHER) {
        boolean unused = meeting.await(LONG.toMillis(), TimeUnit.MILLISECONDS);
      }
    } finally {
      underWay.decrementAndGet();
    }
  }

  private static void send(Socket connection, String status, int length, String body)
      throws IOException {
    String response =
        "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %s\r\n\r\n%s"
            .formatted(status, length, body);
    connection.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
  }

  private static void closeNow(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
