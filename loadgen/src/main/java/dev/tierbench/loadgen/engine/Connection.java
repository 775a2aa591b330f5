package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.http.BadResponseException;
import dev.tierbench.loadgen.http.ExpectedBody;
import dev.tierbench.loadgen.http.ResponseReader;
import dev.tierbench.loadgen.result.FailureKind;
import dev.tierbench.loadgen.result.Renewal;
import io.netty.util.concurrent.Future;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One of the connections that a load holds: sends a request, reads its response, records in the
 * ledger how it ended, and reconnects when it was lost. Confined to its loop.
 *
 * <pre>
 *   DOWN --connect--> CONNECTING --made--> IDLE --send--> IN_FLIGHT --answered--> IDLE
 *    ^                    |                 |                 |
 *    +------refused-------+------closed-----+---lost/late-----+
 *    +------closed by the server------ RETIRED <---answered, as its last request
 * </pre>
 */
final class Connection {

  /** Keeps a server that resets or refuses at once from costing all source ports. */
  private static final long RETRY_NANOS = 10_000_000L;

  /** How long the server may take to close a connection that carried its last request. */
  private static final long LINGER_NANOS = 1_000_000_000L;

  /** What wrk counts as an error. */
  private static final int LOWEST_ERROR_STATUS = 400;

  private static final int GATEWAY_TIMEOUT = 504;

  final Loop loop;
  private final ResponseReader reader;
  private final ExpectedBody expectedBody;
  private State state = State.DOWN;
  private Wire wire;
  private long sentNanos;
  private long intendedNanos;
  private long receivedBytes;

  /** Requests that it may still carry. */
  private long left;

  private long connectingNanos;

  /** When it had its last answer, while it is replaced as planned. */
  private Optional<Long> retiredNanos = Optional.empty();

  /** Whether it carried a request since it was made; if not, it reconnects after a pause. */
  private boolean served;

  private enum State {
    DOWN,
    CONNECTING,
    IDLE,
    IN_FLIGHT,
    RETIRED
  }

  Connection(Loop loop, ExpectedBody expectedBody) {
    this.loop = loop;
    this.expectedBody = expectedBody;
    this.reader = new ResponseReader(expectedBody, loop.plan.target().request().isHead());
  }

  long sentNanos() {
    return sentNanos;
  }

  long intendedNanos() {
    return intendedNanos;
  }

  /** Connects and reports the result on the loop; the pacer learns of an open connection itself. */
  void connect(Consumer<Future<?>> done) {
    state = State.CONNECTING;
    connectingNanos = loop.clock.nanoTime();
    wire = loop.wires().next(this);
    // Without a channel, for want of a descriptor, the future belongs to no loop.
    wire.connect(loop.bootstrap.clone(), future -> loop.run(() -> done.accept(future)));
  }

  /** Sends the next request of the closed model, unless the run is over. */
  void send(long nowNanos) {
    if (loop.ledger().sent(nowNanos)) {
      write(nowNanos);
    }
  }

  boolean isIdle() {
    return state == State.IDLE;
  }

  void sendIfIdle(long nowNanos) {
    if (state == State.IDLE) {
      send(nowNanos);
    }
  }

  /**
   * Sends a request of the open model, unless the run is over.
   *
   * @param lacked whether a connection was what it waited for
   */
  void send(long nowNanos, long intended, boolean lacked) {
    if (loop.ledger().sent(nowNanos, intended, lacked)) {
      intendedNanos = intended;
      write(nowNanos);
    }
  }

  private void write(long nowNanos) {
    sentNanos = nowNanos;
    receivedBytes = 0;
    state = State.IN_FLIGHT;
    left--;
    wire.send(left == 0);
  }

  /** Gives the request up when it is older than the time-out. */
  void expire(long nowNanos, long timeoutNanos) {
    if (state == State.IN_FLIGHT && nowNanos - sentNanos >= timeoutNanos) {
      String got = receivedBytes == 0 ? "nothing" : receivedBytes + " bytes, " + reader.position();
      fail(nowNanos, FailureKind.TIMEOUT, "no complete response in time (received " + got + ")");
    } else if (state == State.RETIRED && nowNanos - retiredNanos.orElseThrow() >= LINGER_NANOS) {
      lose(0);
    }
  }

  void close() {
    state = State.DOWN;
    Wire dropped = wire;
    wire = null;
    if (dropped != null) {
      dropped.drop();
    }
  }

  /** The wire can carry requests. */
  void opened() {
    served = false;
    left = loop.plan.target().requestsPerConnection().map(Long::valueOf).orElse(Long.MAX_VALUE);
    long nowNanos = loop.clock.nanoTime();
    if (loop.isRunning()) {
      retiredNanos.ifPresentOrElse(
          since -> loop.ledger().renewed(nowNanos, renewal(since, nowNanos)),
          () -> loop.ledger().reconnected(nowNanos));
    }
    retiredNanos = Optional.empty();
    becomeIdle(nowNanos);
  }

  private Renewal renewal(long sinceNanos, long nowNanos) {
    long connectedNanos = wire.connectedNanos();
    return new Renewal(
        nowNanos - sinceNanos,
        connectedNanos - connectingNanos,
        wire.hasHandshake() ? Optional.of(nowNanos - connectedNanos) : Optional.empty());
  }

  private void becomeIdle(long nowNanos) {
    state = State.IDLE;
    reader.reset();
    expectedBody.reset();
    if (loop.isRunning()) {
      loop.pacer().free(this, nowNanos);
    }
  }

  /** Bytes of the present wire, which they may end. */
  void received(byte[] bytes, int length) {
    if (loop.isRunning()) {
      loop.ledger().received(length);
    }
    receivedBytes += length;
    try {
      if (state != State.IN_FLIGHT) {
        throw new BadResponseException(
            "bytes that no request asked for: " + ResponseReader.text(bytes, 0, length));
      }
      if (reader.feed(bytes, 0, length)) {
        complete(loop.clock.nanoTime());
      }
    } catch (BadResponseException e) {
      fail(loop.clock.nanoTime(), FailureKind.BODY, e.getMessage());
    }
  }

  private void complete(long nowNanos) {
    if (reader.status() != loop.plan.expectedStatus()) {
      count(
          nowNanos,
          FailureKind.STATUS,
          "status " + reader.status() + ", not " + loop.plan.expectedStatus());
      if (reader.status() == GATEWAY_TIMEOUT) {
        loop.ledger().gatewayTimeout();
      }
    } else if (!expectedBody.matches()) {
      count(nowNanos, FailureKind.BODY, expectedBody.mismatch());
    } else {
      loop.pacer().answered(this, nowNanos);
    }
    if (reader.status() >= LOWEST_ERROR_STATUS) {
      loop.ledger().errorStatus();
    }
    served = true;
    if (left == 0) {
      state = State.RETIRED;
      retiredNanos = Optional.of(nowNanos);
    } else if (!reader.keepAlive()) {
      lose(0);
    } else if (!wire.isSent()) {
      loseIdle("answered before the request was sent whole", 0);
    } else {
      becomeIdle(nowNanos);
    }
  }

  /** The wire ended. An orderly end may be that of a response; a reset never is. */
  void ended(String reason, boolean orderly) {
    long nowNanos = loop.clock.nanoTime();
    if (state == State.IN_FLIGHT) {
      if (orderly && reader.closed()) {
        complete(nowNanos);
      } else {
        fail(nowNanos, FailureKind.RESET, reason + " " + reader.position());
      }
    } else if (state == State.IDLE) {
      loseIdle(reason, served ? 0 : RETRY_NANOS);
    }
    if (state == State.RETIRED) {
      lose(0);
    }
  }

  private void fail(long nowNanos, FailureKind kind, String reason) {
    if (state == State.IN_FLIGHT) {
      count(nowNanos, kind, reason);
      lose(RETRY_NANOS);
    } else {
      loseIdle(reason, RETRY_NANOS);
    }
  }

  private void count(long nowNanos, FailureKind kind, String reason) {
    if (loop.ledger().failed(nowNanos, sentNanos, kind)) {
      loop.failures.note(kind, reason);
    }
  }

  private void loseIdle(String reason, long pauseNanos) {
    if (!loop.isOver()) {
      loop.failures.noteIdle(reason);
    }
    lose(pauseNanos);
  }

  /** Drops the connection and reconnects, at once or after a pause. */
  private void lose(long pauseNanos) {
    close();
    if (!loop.isRunning()) {
      return;
    }
    loop.pacer().lost(this);
    if (pauseNanos == 0) {
      reconnect();
    } else {
      loop.later(this::reconnect, pauseNanos);
    }
  }

  /** Reconnects a lost connection; an open connection stays as it is. */
  void reconnect() {
    if (!loop.isRunning() || state != State.DOWN) {
      return;
    }
    connect(done -> {
      if (!done.isSuccess() && state == State.CONNECTING) {
        close();
        if (loop.ledger().failedToConnect(loop.clock.nanoTime())) {
          loop.failures.note(FailureKind.CONNECT, Failures.reason(done.cause()));
        }
        loop.later(this::reconnect, 10 * RETRY_NANOS);
      }
    });
  }
}
