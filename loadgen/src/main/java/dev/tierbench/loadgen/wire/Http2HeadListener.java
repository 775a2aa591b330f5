package dev.tierbench.loadgen.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Headers;

/** A listener to which heads with a priority, which RFC 9113 no longer has, are like others. */
public abstract class Http2HeadListener extends Http2EventAdapter {

  @Override
  public abstract void onHeadersRead(
      ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean ends);

  @Override
  public final void onHeadersRead(
      ChannelHandlerContext context,
      int id,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean ends) {
    onHeadersRead(context, id, headers, padding, ends);
  }
}
