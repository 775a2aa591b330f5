package dev.tierbench.loadgen.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.io.IOException;

/**
 * Netty's codec of one HTTP/2 connection: tells the link what happens to it, and writes what is
 * sent while bytes are read only when all of them are.
 */
final class Http2Handler extends Http2ConnectionHandler {

  /** The longest head, which is that of HTTP/1.1. */
  private static final int MAX_HEAD_BYTES = 64 * 1024;

  private final Http2Link link;
  private boolean reading;

  private Http2Handler(
      Http2Link link,
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings) {
    super(decoder, encoder, settings);
    this.link = link;
  }

  static Http2Handler of(Http2Link link) {
    return new Builder(link).build();
  }

  private static final class Builder
      extends AbstractHttp2ConnectionHandlerBuilder<Http2Handler, Builder> {

    private final Http2Link link;

    Builder(Http2Link link) {
      this.link = link;
      server(false);
      frameListener(link);
      gracefulShutdownTimeoutMillis(0);
      initialSettings(
          Http2Settings.defaultSettings().pushEnabled(false).maxHeaderListSize(MAX_HEAD_BYTES));
    }

    @Override
    protected Http2Handler build() {
      return super.build();
    }

    @Override
    protected Http2Handler build(
        Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
      decoder.connection().addListener(link);
      return new Http2Handler(link, decoder, encoder, settings);
    }
  }

  void flushUnlessReading(ChannelHandlerContext context) {
    if (!reading) {
      flush(context);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) throws Exception {
    link.added(context);
    super.handlerAdded(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    link.read(((ByteBuf) message).readableBytes());
    reading = true;
    super.channelRead(context, message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    reading = false;
    super.channelReadComplete(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    link.lost("closed");
    super.channelInactive(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
    if (cause instanceof IOException) {
      link.lost(WireFailure.reason(cause));
      context.close();
    } else if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
      super.exceptionCaught(context, cause);
    } else {
      link.crashed(cause);
    }
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext context, boolean outbound, Throwable cause, Http2Exception http2) {
    if (http2 != null) {
      link.broken(http2.getMessage());
    } else if (cause instanceof IOException) {
      link.lost(WireFailure.reason(cause));
    } else {
      link.crashed(cause);
    }
    super.onConnectionError(context, outbound, cause, http2);
  }

  @Override
  protected void onStreamError(
      ChannelHandlerContext context,
      boolean outbound,
      Throwable cause,
      Http2Exception.StreamException stream) {
    link.brokenStream(stream.streamId(), stream.getMessage(), outbound);
    if (!outbound || !isClosed(stream.streamId())) {
      super.onStreamError(context, outbound, cause, stream);
    }
  }

  /** Whether a stream is closed, for instance by a reset, which no other reset may answer. */
  private boolean isClosed(int id) {
    Http2Stream stream = connection().stream(id);
    return stream != null && stream.state() == Http2Stream.State.CLOSED;
  }
}
