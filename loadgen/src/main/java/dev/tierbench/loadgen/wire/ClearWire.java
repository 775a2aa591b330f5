package dev.tierbench.loadgen.wire;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.function.Consumer;

/** TCP: every request is written from the same bytes, without a copy and without an allocation. */
final class ClearWire extends ByteWire {

  /** Indices of its own: a request that is partly written is where it is on this wire alone. */
  private final ByteBuf request;

  private final ByteBuf lastRequest;

  /**
   * @param head whether answers have no body
   * @param encoded the request, of which no index is moved
   * @param encodedLast likewise of the last request
   */
  ClearWire(
      WireLoop loop, WireListener listener, boolean head, ByteBuf encoded, ByteBuf encodedLast) {
    super(loop, listener, head);
    request = Unpooled.unreleasableBuffer(encoded.duplicate());
    lastRequest = Unpooled.unreleasableBuffer(encodedLast.duplicate());
  }

  @Override
  public void connect(Bootstrap bootstrap, Consumer<Future<?>> done) {
    bootstrap.handler(this).connect().addListener(done::accept);
  }

  /**
   * Writes the request from the shared bytes; allowed only once the last one {@link #isSent},
   * because the outbound queue holds the very buffer.
   */
  @Override
  public void send(boolean last) {
    ByteBuf next = last ? lastRequest : request;
    next.readerIndex(0);
    context.writeAndFlush(next, context.voidPromise());
  }

  @Override
  public boolean hasHandshake() {
    return false;
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    connected();
    opened();
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    ended("closed", true);
  }
}
