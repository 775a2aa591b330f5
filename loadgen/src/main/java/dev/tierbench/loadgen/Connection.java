package dev.tierbench.loadgen;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * One of the connections that a load holds: sends a request, reads its response, tells the books
 * how it ended, and connects again when it was lost. Confined to its loop.
 *
 * <pre>
 *   DOWN --connect--> CONNECTING --made--> IDLE --send--> IN_FLIGHT --answered--> IDLE
 *    ^                    |                 |                 |
 *    +------refused-------+------closed-----+---lost/late-----+
 * </pre>
 */
final class Connection {

  /** Keeps a server that resets or refuses at once from costing all source ports. */
  private static final long RETRY_NANOS = 10_000_000L;

  private final Loop loop;
  private final ResponseReader reader;
  private final ExpectedBody expectedBody;
  private final ByteBuf request;
  private State state = State.DOWN;
  private Wire wire;
  private long sentNanos;
  private long intendedNanos;
  private long receivedBytes;

  private enum State {
    DOWN,
    CONNECTING,
    IDLE,
    IN_FLIGHT
  }

  Connection(Loop loop, ExpectedBody expectedBody, ByteBuf request) {
    this.loop = loop;
    this.expectedBody = expectedBody;
    this.reader = new ResponseReader(expectedBody);
    this.request = request;
  }

  long sentNanos() {
    return sentNanos;
  }

  long intendedNanos() {
    return intendedNanos;
  }

  /** Connects; the future tells how it went, the pacer learns of the connection when it is open. */
  ChannelFuture connect(Bootstrap bootstrap) {
    state = State.CONNECTING;
    wire = new Wire();
    return bootstrap.clone().handler(wire).connect();
  }

  /** Sends the next request of the closed model. */
  void send(long nowNanos) {
    loop.ledger().sent(nowNanos);
    write(nowNanos);
  }

  boolean isIdle() {
    return state == State.IDLE;
  }

  void sendIfIdle(long nowNanos) {
    if (state == State.IDLE) {
      send(nowNanos);
    }
  }

  /** Sends a request of the open model. */
  void send(long nowNanos, long intended) {
    intendedNanos = intended;
    loop.ledger().sent(nowNanos, intended);
    write(nowNanos);
  }

  private void write(long nowNanos) {
    sentNanos = nowNanos;
    receivedBytes = 0;
    state = State.IN_FLIGHT;
    request.readerIndex(0);
    wire.context.writeAndFlush(request, wire.context.voidPromise());
  }

  /** Gives the request up when it is older than the time-out. */
  void expire(long nowNanos, long timeoutNanos) {
    if (state == State.IN_FLIGHT && nowNanos - sentNanos >= timeoutNanos) {
      String got = receivedBytes == 0 ? "nothing" : receivedBytes + " bytes, " + reader.position();
      fail(nowNanos, FailureKind.TIMEOUT, "no complete response in time (received " + got + ")");
    }
  }

  void close() {
    state = State.DOWN;
    if (wire != null && wire.context != null) {
      wire.context.close();
    }
  }

  private void opened(Wire opened) {
    if (opened != wire) {
      return;
    }
    long nowNanos = loop.clock().nanoTime();
    if (loop.isRunning()) {
      loop.ledger().reconnected(nowNanos);
    }
    becomeIdle(nowNanos);
  }

  private void becomeIdle(long nowNanos) {
    state = State.IDLE;
    reader.reset();
    expectedBody.reset();
    if (loop.isRunning()) {
      loop.pacer().free(this, nowNanos);
    }
  }

  private void received(byte[] bytes, int length) {
    if (loop.isRunning()) {
      loop.ledger().received(length);
    }
    receivedBytes += length;
    try {
      if (state != State.IN_FLIGHT) {
        throw new BadResponseException("bytes that no request asked for: " + ResponseReader.text(bytes, 0, length));
      }
      if (reader.feed(bytes, 0, length)) {
        complete(loop.clock().nanoTime());
      }
    } catch (BadResponseException e) {
      fail(loop.clock().nanoTime(), FailureKind.BODY, e.getMessage());
    }
  }

  private void complete(long nowNanos) {
    if (reader.status() != loop.plan().expectedStatus()) {
      count(nowNanos, FailureKind.STATUS, "status " + reader.status() + ", not " + loop.plan().expectedStatus());
    } else if (!expectedBody.matches()) {
      count(nowNanos, FailureKind.BODY, "body is not the expected text");
    } else {
      loop.pacer().answered(this, nowNanos);
    }
    if (reader.keepAlive()) {
      becomeIdle(nowNanos);
    } else {
      lose(0);
    }
  }

  private void closedByPeer(String reason) {
    long nowNanos = loop.clock().nanoTime();
    if (state == State.IN_FLIGHT) {
      if (reader.closed()) {
        complete(nowNanos);
      } else {
        fail(nowNanos, FailureKind.RESET, reason + " " + reader.position());
      }
    } else if (state == State.IDLE) {
      lose(0);
    }
  }

  private void fail(long nowNanos, FailureKind kind, String reason) {
    if (state == State.IN_FLIGHT) {
      count(nowNanos, kind, reason);
    }
    lose(RETRY_NANOS);
  }

  private void count(long nowNanos, FailureKind kind, String reason) {
    loop.ledger().failed(nowNanos, kind);
    loop.failures().note(kind, reason);
  }

  /** Drops the connection and makes it again, at once or after a pause. */
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

  /** Makes a lost connection again; a connection that is there stays as it is. */
  void reconnect() {
    if (!loop.isRunning() || state != State.DOWN) {
      return;
    }
    connect(loop.bootstrap())
        .addListener(
            done -> {
              if (!done.isSuccess() && state == State.CONNECTING) {
                state = State.DOWN;
                loop.ledger().failedToConnect(loop.clock().nanoTime());
                loop.failures().note(FailureKind.CONNECT, Failures.reason(done.cause()));
                loop.later(this::reconnect, 10 * RETRY_NANOS);
              }
            });
  }

  /** The Netty side of one life of the connection. */
  private final class Wire extends ChannelInboundHandlerAdapter {
    private ChannelHandlerContext context;

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
      context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
      opened(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
      ByteBuf buffer = (ByteBuf) message;
      byte[] scratch = loop.scratch();
      try {
        while (this == wire && buffer.isReadable()) {
          int length = Math.min(buffer.readableBytes(), scratch.length);
          buffer.readBytes(scratch, 0, length);
          received(scratch, length);
        }
      } finally {
        buffer.release();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
      if (this == wire) {
        closedByPeer("closed");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failing, Throwable cause) {
      if (this == wire) {
        closedByPeer(Failures.reason(cause));
      }
      Channel channel = failing.channel();
      if (channel.isOpen()) {
        channel.close();
      }
    }
  }

}
