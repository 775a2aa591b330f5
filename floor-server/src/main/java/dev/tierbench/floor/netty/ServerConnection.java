package dev.tierbench.floor.netty;

import dev.tierbench.floor.common.Route;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;

/** One connection of a client: one request after another, on one event loop. */
final class ServerConnection extends ChannelInboundHandlerAdapter {
  /** Requests that wait behind the one under way; then the connection is not read. */
  private static final int MOST_PIPELINED = 64;

  private final SleepHandler sleep;
  private final String settings;
  private final ArrayDeque<HttpRequest> waiting = new ArrayDeque<>(1);
  private ChannelHandlerContext context;
  private HttpRequest head;
  private HttpRequest underWay;

  ServerConnection(SleepHandler sleep, String settings) {
    this.sleep = sleep;
    this.settings = settings;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    try {
      if (message instanceof HttpRequest request) {
        head = request;
      }
      if (message instanceof LastHttpContent) {
        complete(head);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void complete(HttpRequest request) {
    if (underWay == null) {
      begin(request);
      return;
    }
    waiting.add(request);
    if (waiting.size() >= MOST_PIPELINED) {
      context.channel().config().setAutoRead(false);
    }
  }

  private void begin(HttpRequest request) {
    underWay = request;
    if (!request.decoderResult().isSuccess()) {
      HttpUtil.setKeepAlive(request, false);
      answer(400, "the request is not readable as HTTP\n");
      return;
    }
    String uri = request.uri();
    int question = uri.indexOf('?');
    String path = question < 0 ? uri : uri.substring(0, question);
    switch (Route.of(path, request.method().equals(HttpMethod.GET))) {
      case SLEEP -> sleep.sleep(question < 0 ? "" : uri.substring(question + 1), this);
      case SETTINGS -> answer(200, Route.JSON, settings);
      case HEALTH -> answer(200, Route.READY);
      case NO_SUCH_PATH -> answer(404, Route.NO_SUCH_PATH_REASON);
      case WRONG_METHOD -> answer(405, Route.WRONG_METHOD_REASON);
    }
  }

  void answer(int status, String text) {
    answer(status, Route.PLAIN, text);
  }

  private void answer(int status, String type, String text) {
    HttpRequest request = underWay;
    underWay = null;
    ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), text);
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, type)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    if (status == HttpResponseStatus.METHOD_NOT_ALLOWED.code()) {
      response.headers().set(HttpHeaderNames.ALLOW, "GET");
    }
    if (HttpUtil.isKeepAlive(request)) {
      if (request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
        HttpUtil.setKeepAlive(response, true);
      }
      context.writeAndFlush(response, context.voidPromise());
      next();
    } else {
      HttpUtil.setKeepAlive(response, false);
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private void next() {
    HttpRequest following = waiting.poll();
    if (following != null) {
      if (waiting.isEmpty()) {
        context.channel().config().setAutoRead(true);
      }
      begin(following);
    }
  }

  /** A lost client is not logged; anything else is a defect and is. */
  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    if (!(cause instanceof IOException)) {
      System.err.println("floor-server: closing a connection after " + cause);
    }
    from.close();
  }
}
