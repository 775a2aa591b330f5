package dev.tierbench.loadgen.wire;

import dev.tierbench.run.record.LoadResult;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;

/**
 * TLS over TCP: it is open when its handshake is complete. Encryption copies, so a long request is
 * encrypted part by part, as the socket takes it.
 */
final class TlsWire extends ByteWire {

  /** What is encrypted at once: four of TLS's longest records. */
  private static final int PART_BYTES = 64 * 1024;

  private final SslHandler tls;
  private final ByteBuf plainRequest;
  private final ByteBuf lastRequest;

  /** The request under way. */
  private ByteBuf request;

  /** Bytes of the request that were encrypted. */
  private int encrypted;

  /**
   * @param head whether answers have no body
   * @param encoded the request, of which no index is moved
   * @param encodedLast likewise of the last request
   */
  TlsWire(
      WireLoop loop,
      WireListener listener,
      boolean head,
      ByteBuf encoded,
      ByteBuf encodedLast,
      SslHandler tls) {
    super(loop, listener, head);
    this.tls = tls;
    plainRequest = encoded;
    lastRequest = encodedLast;
    request = encoded;
    encrypted = encoded.readableBytes();
  }

  @Override
  public void connect(Bootstrap bootstrap, Consumer<Future<?>> done) {
    ByteWire wire = this;
    ChannelInitializer<Channel> both =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.pipeline().addLast(tls, wire);
          }
        };
    bootstrap
        .handler(both)
        .connect()
        .addListener(connected -> {
          if (connected.isSuccess()) {
            connected();
            tls.handshakeFuture().addListener(done::accept);
          } else {
            done.accept(connected);
          }
        });
  }

  @Override
  public void send(boolean last) {
    request = last ? lastRequest : plainRequest;
    encrypted = 0;
    encryptOn();
  }

  @Override
  public boolean hasHandshake() {
    return true;
  }

  private void encryptOn() {
    do {
      int length = Math.min(PART_BYTES, request.readableBytes() - encrypted);
      ByteBuf part = request.retainedSlice(encrypted, length);
      encrypted += length;
      context.writeAndFlush(part, context.voidPromise());
    } while (isPartlyEncrypted() && context.channel().isWritable());
  }

  private boolean isPartlyEncrypted() {
    return encrypted < request.readableBytes();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    if (isPartlyEncrypted() && !dropped && changed.channel().isWritable()) {
      encryptOn();
    }
  }

  @Override
  public boolean isSent() {
    return !isPartlyEncrypted() && super.isSent();
  }

  /** Sends close_notify, except behind a request that the server does not take. */
  @Override
  void close(ChannelHandlerContext open) {
    if (open.channel().isActive() && !isSent()) {
      open.pipeline().context(tls).close();
    } else {
      super.close(open);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      SSLSession session = tls.engine().getSession();
      loop().agreed(new LoadResult.Tls(session.getProtocol(), session.getCipherSuite()));
      opened();
    } else if (event instanceof SslCloseCompletionEvent close && close.isSuccess()) {
      ended("closed", true);
    }
  }

  /** Anyone on the way can end TCP; an end without TLS's own may have cut a body short. */
  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    ended("closed without close_notify", false);
  }
}
