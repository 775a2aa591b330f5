package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.http.Answer;
import dev.tierbench.loadgen.http.BadResponseException;
import dev.tierbench.loadgen.http.ResponseReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;

/** HTTP/1.1: a TCP connection of its own, which carries one request at a time. */
abstract class ByteWire extends ChannelInboundHandlerAdapter implements Wire {

  final Connection connection;
  private final ResponseReader reader;
  ChannelHandlerContext context;
  boolean dropped;
  private long connectedNanos;

  ByteWire(Connection connection) {
    this.connection = connection;
    reader =
        new ResponseReader(
            connection.expectedBody(), connection.loop.plan.target().request().isHead());
  }

  /** TCP is connected. */
  final void connected() {
    connectedNanos = connection.loop.clock.nanoTime();
  }

  @Override
  public final long connectedNanos() {
    return connectedNanos;
  }

  @Override
  public final Answer answer() {
    return reader;
  }

  @Override
  public boolean isSent() {
    ChannelOutboundBuffer unsent = context.channel().unsafe().outboundBuffer();
    return unsent != null && unsent.isEmpty();
  }

  @Override
  public final Object carrier() {
    return this;
  }

  @Override
  public final void drop() {
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
      connection.opened(true);
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
        received(scratch, length);
      }
    } finally {
      buffer.release();
    }
  }

  /** Reads bytes, which may complete the response. */
  private void received(byte[] bytes, int length) {
    connection.loop.received(length);
    connection.received(length);
    try {
      if (!connection.isInFlight()) {
        throw new BadResponseException(
            "bytes that no request asked for: " + ResponseReader.text(bytes, 0, length));
      }
      if (reader.feed(bytes, 0, length)) {
        connection.completed();
      }
    } catch (BadResponseException e) {
      connection.broken(e.getMessage());
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
