package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.EchoSettings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A connection to echo: one call at a time. Its timer runs once for each time-out and not once for
 * each call: when it fires it checks when echo last sent something.
 */
final class EchoConnection extends ChannelInboundHandlerAdapter {
  private static final int OK = 200;
  private static final int FIRST_FINAL_STATUS = 200;

  private final EchoSettings settings;
  private final ConnectionPool.OfLoop pool;
  private final HttpHeaders headers;
  private final String path;
  private final long timeoutNanos;

  /** Bytes of an answer that arrives in several pieces. */
  private final ByteArrayOutputStream pieces = new ByteArrayOutputStream(0);

  private ChannelHandlerContext context;
  private Reply reply;
  private HttpResponse response;
  private long heardNanos;
  private boolean timed;

  EchoConnection(EchoSettings settings, ConnectionPool.OfLoop pool) {
    this.settings = settings;
    this.pool = pool;
    this.path = settings.echoUri().getRawPath();
    this.timeoutNanos = settings.timeout().toNanos();
    this.headers =
        new ReadOnlyHttpHeaders(
            false,
            HttpHeaderNames.HOST,
            settings.echoUri().getRawAuthority(),
            HttpHeaderNames.ACCEPT,
            "text/plain");
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** The connection is idle. */
  void ask(Reply next) {
    reply = next;
    heardNanos = System.nanoTime();
    if (!timed) {
      timed = true;
      await(timeoutNanos);
    }
    FullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            HttpMethod.GET,
            path,
            Unpooled.EMPTY_BUFFER,
            headers,
            EmptyHttpHeaders.INSTANCE);
    context.writeAndFlush(request, context.voidPromise());
  }

  void close() {
    context.close();
  }

  private void await(long nanos) {
    context.executor().schedule(this::checkSilence, nanos, TimeUnit.NANOSECONDS);
  }

  private void checkSilence() {
    timed = false;
    if (reply == null) {
      return;
    }
    long left = timeoutNanos - (System.nanoTime() - heardNanos);
    if (left > 0) {
      timed = true;
      await(left);
    } else {
      fail(EchoFailure.silent(settings.timeout()));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    try {
      if (reply != null) {
        read((HttpObject) message);
      } else if (!(message instanceof LastHttpContent)) {
        close(); // echo sent what no call asked for
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void read(HttpObject message) {
    heardNanos = System.nanoTime();
    if (message.decoderResult().isFailure()) {
      fail(EchoFailure.unreadable());
      return;
    }
    if (message instanceof HttpResponse head) {
      response = head;
    }
    if (message instanceof LastHttpContent last) {
      if (response.status().code() >= FIRST_FINAL_STATUS) {
        end(text(last.content()));
      }
    } else if (message instanceof HttpContent content) {
      add(content.content());
    }
  }

  private void add(ByteBuf piece) {
    pieces.writeBytes(ByteBufUtil.getBytes(piece));
  }

  private String text(ByteBuf last) {
    if (pieces.size() == 0) {
      return last.toString(StandardCharsets.UTF_8);
    }
    add(last);
    return pieces.toString(StandardCharsets.UTF_8);
  }

  private void end(String text) {
    Reply waiting = reply;
    int status = response.status().code();
    boolean kept = HttpUtil.isKeepAlive(response);
    forget();
    if (kept) {
      pool.ended(this);
    } else {
      close();
    }
    if (status == OK) {
      waiting.ended(text, null);
    } else {
      waiting.ended(null, EchoFailure.answered(status));
    }
  }

  private void forget() {
    reply = null;
    response = null;
    pieces.reset();
  }

  private void fail(EchoFailure failure) {
    Reply waiting = reply;
    forget();
    close();
    if (waiting != null) {
      waiting.ended(null, failure);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    pool.closed(this);
    fail(EchoFailure.closed());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    fail(EchoFailure.closed());
  }
}
