package dev.tierbench.loadgen.engine;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.DecoderException;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The Netty side of one life of a connection, from one connect to its close. Confined to its loop.
 */
abstract class Wire extends ChannelInboundHandlerAdapter {

  final Connection connection;
  ChannelHandlerContext context;
  boolean dropped;
  private long connectedNanos;

  Wire(Connection connection) {
    this.connection = connection;
  }

  /**
   * Connects.
   *
   * @param done called when the wire can carry requests, or with the cause when it cannot; on the
   *     loop only where the channel could be made
   */
  abstract void connect(Bootstrap bootstrap, Consumer<Future<?>> done);

  /**
   * Sends one request.
   *
   * @param last whether the server is to close the connection after it
   */
  abstract void send(boolean last);

  /** TCP is connected. */
  final void connected() {
    connectedNanos = connection.loop.clock.nanoTime();
  }

  /** When TCP was connected. */
  final long connectedNanos() {
    return connectedNanos;
  }

  /** Whether there was a handshake between that and the first request. */
  abstract boolean hasHandshake();

  /** Whether the kernel has taken the last request whole. */
  boolean isSent() {
    ChannelOutboundBuffer unsent = context.channel().unsafe().outboundBuffer();
    return unsent != null && unsent.isEmpty();
  }

  /** Closes it; what still happens on it is no longer the connection's. */
  final void drop() {
    dropped = true;
    if (context != null) {
      close(context);
    }
  }

  void close(ChannelHandlerContext open) {
    open.close();
  }

  final void opened() {
    if (!dropped) {
      connection.opened();
    }
  }

  final void ended(String reason, boolean orderly) {
    if (!dropped) {
      connection.ended(reason, orderly);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
    ByteBuf buffer = (ByteBuf) message;
    byte[] scratch = connection.loop.scratch;
    try {
      while (!dropped && buffer.isReadable()) {
        int length = Math.min(buffer.readableBytes(), scratch.length);
        buffer.readBytes(scratch, 0, length);
        connection.received(scratch, length);
      }
    } finally {
      buffer.release();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failing, Throwable thrown) {
    Throwable cause = thrown instanceof DecoderException ? thrown.getCause() : thrown;
    if (cause instanceof IOException) {
      ended(Failures.reason(cause), false);
    } else {
      connection.loop.crashed(thrown);
    }
    Channel channel = failing.channel();
    if (channel.isOpen()) {
      channel.close();
    }
  }
}
