package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.http.Answer;
import dev.tierbench.loadgen.http.ExpectedBody;
import dev.tierbench.loadgen.result.FailureKind;
import dev.tierbench.loadgen.result.Renewal;
import dev.tierbench.loadgen.wire.Wire;
import dev.tierbench.loadgen.wire.WireFailure;
import dev.tierbench.loadgen.wire.WireListener;
import io.netty.util.concurrent.Future;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One of the connections that a load holds: sends a request, awaits its response, records in the
 * ledger how it ended, and reconnects when it was lost. Over HTTP/2, several of them are streams of
 * one TCP connection. Confined to its loop.
 *
 * <pre>
 *   DOWN --connect--> CONNECTING --made--> IDLE --send--> IN_FLIGHT --answered--> IDLE
 *    ^                    |                 |                 |
 *    +------refused-------+------closed-----+---lost/late-----+
 *    +------closed by the server------ RETIRED <---answered, as its last request
 * </pre>
 */
final class Connection implements WireListener {

  /** Keeps a server that resets or refuses at once from costing all source ports. */
  private static final long RETRY_NANOS = 10_000_000L;

  /** How long the server may take to close a connection that carried its last request. */
  private static final long LINGER_NANOS = 1_000_000_000L;

  /** What wrk counts as an error. */
  private static final int LOWEST_ERROR_STATUS = 400;

  private static final int GATEWAY_TIMEOUT = 504;

  final Loop loop;
  private final ExpectedBody expectedBody;
  private final Function<WireListener, Wire> wires;
  private State state = State.DOWN;
  private Wire wire;
  private long sentNanos;
  private long intendedNanos;
  private long receivedBytes;

  /** Whether anything of the response has come. */
  private boolean begun;

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

  /**
   * @param wires makes the wire of each of its lives
   */
  Connection(Loop loop, ExpectedBody expectedBody, Function<WireListener, Wire> wires) {
    this.loop = loop;
    this.expectedBody = expectedBody;
    this.wires = wires;
  }

  /** What the body of the response goes to. */
  @Override
  public ExpectedBody expectedBody() {
    return expectedBody;
  }

  /** What carries it, while it is connected. */
  Object carrier() {
    return wire.carrier();
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
    wire = wires.apply(this);
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

  boolean isConnected() {
    return state != State.DOWN && state != State.CONNECTING;
  }

  @Override
  public boolean isInFlight() {
    return state == State.IN_FLIGHT;
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
    begun = false;
    state = State.IN_FLIGHT;
    left--;
    wire.send(left == 0);
  }

  /** Gives the request up when it is older than the time-out. */
  void expire(long nowNanos, long timeoutNanos) {
    if (state == State.IN_FLIGHT && nowNanos - sentNanos >= timeoutNanos) {
      String got = begun ? receivedBytes + " bytes, " + wire.answer().position() : "nothing";
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

  /**
   * The wire can carry requests.
   *
   * @param connected whether TCP was connected for it
   */
  @Override
  public void opened(boolean connected) {
    served = false;
    left = loop.plan.target().requestsPerConnection().map(Long::valueOf).orElse(Long.MAX_VALUE);
    long nowNanos = loop.clock.nanoTime();
    if (loop.isRunning()) {
      retiredNanos.ifPresentOrElse(
          since -> loop.ledger().renewed(nowNanos, renewal(since, nowNanos)),
          () -> reconnected(connected, nowNanos));
    }
    retiredNanos = Optional.empty();
    becomeIdle(nowNanos);
  }

  private void reconnected(boolean connected, long nowNanos) {
    if (connected) {
      loop.ledger().reconnected(nowNanos);
    }
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
    wire.answer().reset();
    expectedBody.reset();
    if (loop.isRunning()) {
      loop.pacer().free(this, nowNanos);
    }
  }

  /** Part of the response has come, with so many bytes. */
  @Override
  public void received(int bytes) {
    receivedBytes += bytes;
    begun = true;
  }

  /** The response to the request in flight is complete. */
  @Override
  public void completed() {
    complete(loop.clock.nanoTime());
  }

  /** What came on the wire is no response to the request. */
  @Override
  public void broken(String reason) {
    fail(loop.clock.nanoTime(), FailureKind.BODY, reason);
  }

  private void complete(long nowNanos) {
    Answer answer = wire.answer();
    int status = answer.status();
    if (status != loop.plan.expectedStatus()) {
      count(
          nowNanos, FailureKind.STATUS, "status " + status + ", not " + loop.plan.expectedStatus());
      if (status == GATEWAY_TIMEOUT) {
        loop.ledger().gatewayTimeout();
      }
    } else if (!expectedBody.matches()) {
      count(nowNanos, FailureKind.BODY, expectedBody.mismatch());
    } else {
      loop.pacer().answered(this, nowNanos);
    }
    if (status >= LOWEST_ERROR_STATUS) {
      loop.ledger().errorStatus();
    }
    served = true;
    if (left == 0) {
      state = State.RETIRED;
      retiredNanos = Optional.of(nowNanos);
    } else if (!answer.keepAlive()) {
      lose(0);
    } else if (!wire.isSent()) {
      loseIdle("answered before the request was sent whole", 0);
    } else {
      becomeIdle(nowNanos);
    }
  }

  /** The wire ended. An orderly end may be that of a response; a reset never is. */
  @Override
  public void ended(String reason, boolean orderly) {
    long nowNanos = loop.clock.nanoTime();
    if (state == State.IN_FLIGHT) {
      if (orderly && wire.answer().closed()) {
        complete(nowNanos);
      } else {
        fail(nowNanos, FailureKind.RESET, reason + " " + wire.answer().position());
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
        String reason = WireFailure.reason(done.cause());
        if (loop.pacer().failedToConnect(loop.clock.nanoTime())) {
          loop.failures.note(FailureKind.CONNECT, reason);
        } else if (!loop.isOver()) {
          loop.failures.noteIdle("not reconnected: " + reason);
        }
        loop.later(this::reconnect, 10 * RETRY_NANOS);
      }
    });
  }
}
