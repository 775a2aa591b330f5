package dev.tierbench.loadgen.wire;

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

  private final WireLoop loop;
  private final WireListener listener;
  private final ResponseReader reader;
  ChannelHandlerContext context;
  boolean dropped;
  private long connectedNanos;

  /**
   * @param head whether answers have no body
   */
  ByteWire(WireLoop loop, WireListener listener, boolean head) {
    this.loop = loop;
    this.listener = listener;
    reader = new ResponseReader(listener.expectedBody(), head);
  }

  /** TCP is connected. */
  final void connected() {
    connectedNanos = loop.nanoTime();
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

  final WireLoop loop() {
    return loop;
  }

  final void opened() {
    if (!dropped) {
      listener.opened(true);
    }
  }

  final void ended(String reason, boolean orderly) {
    if (!dropped) {
      listener.ended(reason, orderly);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
    ByteBuf buffer = (ByteBuf) message;
    byte[] scratch = loop.scratch();
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
    loop.received(length);
    listener.received(length);
    try {
      if (!listener.isInFlight()) {
        throw new BadResponseException(
            "bytes that no request asked for: " + ResponseReader.text(bytes, 0, length));
      }
      if (reader.feed(bytes, 0, length)) {
        listener.completed();
      }
    } catch (BadResponseException e) {
      listener.broken(e.getMessage());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failing, Throwable thrown) {
    Throwable cause = thrown instanceof DecoderException ? thrown.getCause() : thrown;
    if (cause instanceof IOException) {
      ended(WireFailure.reason(cause), false);
    } else {
      loop.crashed(thrown);
    }
    Channel channel = failing.channel();
    if (channel.isOpen()) {
      channel.close();
    }
  }
}
