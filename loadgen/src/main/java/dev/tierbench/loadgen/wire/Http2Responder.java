package dev.tierbench.loadgen.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Headers;

/** Answers each request of one HTTP/2 connection alike, for the rehearsal. */
public final class Http2Responder extends Http2HeadListener {

  private final Http2Headers head;
  private final byte[] body;
  private Http2ConnectionHandler handler;

  private Http2Responder(byte[] body, int length) {
    this.body = body;
    head =
        new DefaultHttp2Headers()
            .status("200")
            .add("content-type", "text/plain")
            .add("content-length", String.valueOf(length));
  }

  /**
   * Returns the handler of one connection.
   *
   * @param body of each answer
   * @param sent whether it is sent, and not only its length
   */
  public static ChannelHandler of(byte[] body, boolean sent) {
    Http2Responder responder = new Http2Responder(sent ? body : new byte[0], body.length);
    responder.handler =
        new Http2ConnectionHandlerBuilder()
            .server(true)
            .frameListener(responder)
            .gracefulShutdownTimeoutMillis(0)
            .build();
    return responder.handler;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean ends) {
    answer(context, id, ends);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean ends) {
    int length = data.readableBytes() + padding;
    answer(context, id, ends);
    return length;
  }

  /** The handler flushes when all that came is read. */
  private void answer(ChannelHandlerContext context, int id, boolean asked) {
    if (!asked) {
      return;
    }
    boolean whole = body.length == 0;
    handler.encoder().writeHeaders(context, id, head, 0, whole, context.newPromise());
    if (!whole) {
      handler
          .encoder()
          .writeData(context, id, Unpooled.wrappedBuffer(body), 0, true, context.newPromise());
    }
  }
}
