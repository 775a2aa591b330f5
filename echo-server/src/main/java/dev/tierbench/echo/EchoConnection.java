package dev.tierbench.echo;

import dev.tierbench.echo.Answer.Persistence;
import dev.tierbench.run.delay.EchoFailures;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * One connection: answers its requests in the order in which they came, each at its due time.
 * Confined to its event loop.
 */
final class EchoConnection extends ChannelInboundHandlerAdapter {

  /** A client may pipeline this many requests before the server stops reading from it. */
  private static final int MAX_PIPELINED = 256;

  private final Router router;
  private final ArrayDeque<Exchange> pending = new ArrayDeque<>(4);
  private final EchoStats stats;
  private Exchange spare;
  private HttpRequest request;
  private Channel channel;
  private DelayTimer timer;
  private EchoStats.OfLoop seen;
  private boolean refusing;

  EchoConnection(Router router) {
    this.router = router;
    stats = router.stats();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
    timer = DelayTimer.of(channel.eventLoop());
    seen = stats.of(channel.eventLoop());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest head) {
        request = head;
      }
      if (message instanceof LastHttpContent last && request != null && !refusing) {
        HttpRequest complete = request;
        request = null;
        accept(complete, complete.decoderResult().isSuccess() && last.decoderResult().isSuccess());
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void accept(HttpRequest complete, boolean wellFormed) {
    long nowNanos = System.nanoTime();
    Exchange exchange = take();
    exchange.receivedNanos = nowNanos;
    exchange.persistence = wellFormed ? persistence(complete) : Persistence.CLOSE;
    exchange.bodiless = complete.method().equals(HttpMethod.HEAD);
    // What follows a request that closes the connection is ignored.
    refusing = exchange.persistence == Persistence.CLOSE;
    pending.add(exchange);
    if (pending.size() >= MAX_PIPELINED) {
      channel.config().setAutoRead(false);
    }
    if (!wellFormed) {
      Router.refuseMalformed(exchange);
    } else if (complete.uri().equals("/echo") && complete.method().equals(HttpMethod.GET)) {
      delay(exchange);
    } else {
      router.route(complete, exchange);
    }
  }

  /** Answers {@code /echo}, or fails it on purpose, after the next delay of the sequence. */
  void delay(Exchange exchange) {
    exchange.outcome = stats.nextOutcome();
    delay(exchange, stats.delays().nextNanos());
  }

  /** Answers {@code /echo} after the delay. */
  void delay(Exchange exchange, long delay) {
    exchange.counted = true;
    exchange.answer = answer(exchange);
    exchange.askedNanos = delay;
    exchange.dueNanos = exchange.receivedNanos + delay;
    timer.add(exchange, exchange.receivedNanos);
  }

  private static ByteBuf answer(Exchange exchange) {
    return exchange.outcome == EchoFailures.Outcome.ERROR
        ? Answer.error(exchange)
        : Answer.echo(exchange.persistence);
  }

  /** Called when the answer of an exchange may leave; those before it in the pipeline go first. */
  void due(Exchange exchange) {
    exchange.ready = true;
    if (!channel.isActive()) {
      return;
    }
    for (Exchange first = pending.peek(); first != null && first.ready; first = pending.peek()) {
      pending.poll();
      write(first);
    }
    if (!channel.config().isAutoRead() && pending.size() < MAX_PIPELINED / 2) {
      channel.config().setAutoRead(true);
    }
  }

  /** The loop on which everything of this connection runs. */
  EventLoop loop() {
    return channel.eventLoop();
  }

  private void write(Exchange exchange) {
    if (exchange.counted) {
      seen.record(exchange.askedNanos, System.nanoTime() - exchange.receivedNanos);
    }
    switch (exchange.outcome) {
      case ERROR -> seen.error();
      case RESET -> {
        seen.reset();
        reset(exchange);
        return;
      }
      case ANSWER -> {
        // The usual one.
      }
    }
    if (exchange.persistence == Persistence.CLOSE) {
      channel.writeAndFlush(exchange.answer).addListener(ChannelFutureListener.CLOSE);
    } else {
      channel.writeAndFlush(exchange.answer, channel.voidPromise());
    }
    exchange.answer = null;
    spare = exchange;
  }

  /** Closes the connection without a linger: the kernel sends a reset. */
  private void reset(Exchange exchange) {
    exchange.answer.release();
    exchange.answer = null;
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close();
  }

  private Exchange take() {
    Exchange exchange = spare == null ? new Exchange(this) : spare;
    spare = null;
    exchange.ready = false;
    exchange.outcome = EchoFailures.Outcome.ANSWER;
    exchange.counted = false;
    return exchange;
  }

  private static Persistence persistence(HttpRequest request) {
    if (!HttpUtil.isKeepAlive(request)) {
      return Persistence.CLOSE;
    }
    boolean saysSo =
        request.protocolVersion().equals(HttpVersion.HTTP_1_0)
            || request
                .headers()
                .contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE, true);
    return saysSo ? Persistence.KEEP_ALIVE : Persistence.DEFAULT;
  }

  /** A lost client is not logged; anything else is a defect and is. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      System.err.println("echo-server: closing a connection after " + cause);
    }
    context.close();
  }
}
