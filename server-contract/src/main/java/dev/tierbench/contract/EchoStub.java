package dev.tierbench.contract;

import dev.tierbench.contract.ServerContract.Strictness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** An echo server that can misbehave, be killed and come back on the same port. Thread-safe. */
public final class EchoStub implements Downstream {

  /** What it does with a request. */
  public enum Manner {
    ANSWER,
    /** Answers with the number of the request in the body, see {@link #numbered}. */
    ANSWER_NUMBERED,
    /** Answered when {@link #TOGETHER} calls wait, or the manner ends. */
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

  /** Calls that wait for each other. */
  static final int TOGETHER = 4;

  private static final Duration DELAY = Duration.ofMillis(5);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostConcurrent = new AtomicInteger();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile List<Manner> manners = List.of(Manner.ANSWER);

  /** Opens when the manner ends. */
  private volatile CountDownLatch ended = new CountDownLatch(1);

  /** Opens when {@link #TOGETHER} calls wait at the same time, or the manner ends. */
  private volatile CountDownLatch met = new CountDownLatch(1);

  private volatile Duration delay = DELAY;
  private volatile Duration lateness = LONG;
  private volatile String lastRequest = "";
  private final LoopbackListener listener;

  /** A stub on any free port. */
  public EchoStub() {
    this(0);
  }

  /**
   * A stub on that port of the loopback; 0 for any that is free.
   *
   * @throws java.io.UncheckedIOException when it is taken
   */
  public EchoStub(int port) {
    listener = new LoopbackListener("the stub of echo", port, this::serve);
  }

  /** The body of the answer to the request of that number, counted from 1; all are as long. */
  static String numbered(int request) {
    return String.format(Locale.ROOT, "%s, request %08d;", BODY, request);
  }

  @Override
  public int port() {
    return listener.port();
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

  @Override
  public void recover() {
    behave(Manner.ANSWER);
    delay = DELAY;
    if (listener.isKilled()) {
      restart();
    }
  }

  /** Closes the listener and every connection, as the kernel does for a process that is killed. */
  public void kill() {
    listener.kill();
  }

  /** Listens again on the port of before, which another program may have had for a moment. */
  public void restart() {
    listener.restart();
  }

  @Override
  public String name() {
    return "echo";
  }

  @Override
  public Stream<Check> checks(ServerUnderTest server, Strictness strictness, long seed) {
    return new ServerContract(server, this, strictness, seed).checks();
  }

  @Override
  public void close() {
    kill();
  }

  private void serve(Socket connection) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
    for (int request = readRequest(in); request > 0; request = readRequest(in)) {
      if (!answer(connection, request)) {
        return;
      }
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
      if (concurrent >= TOGETHER) {
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
}
