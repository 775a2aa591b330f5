package dev.tierbench.loadgen;

import dev.tierbench.loadgen.wire.Http2HeadListener;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** An HTTP/2 server in clear text whose behaviour is a lambda; counts what it got. */
public final class Http2Server implements AutoCloseable {

  /** What the server does about one request. */
  @FunctionalInterface
  public interface Behaviour {
    /** Answers request {@code number} of all connections together, counted from 1. */
    void answer(Exchange exchange, long number);
  }

  /**
   * How many streams may be reset in that time, as Netty has it; a client that cancels each request
   * exceeds it at once.
   */
  private static final int MOST_CANCELLED = 200;

  private static final int WINDOW_SECONDS = 30;

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong requestBytes = new AtomicLong();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger usedConnections = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final Map<String, String> lastHeaders = new ConcurrentHashMap<>();
  private final Behaviour behaviour;
  private final boolean early;
  private final Channel channel;

  /**
   * @param streams that a connection may have at once
   */
  public Http2Server(int streams, Behaviour behaviour) throws InterruptedException {
    this(streams, behaviour, false);
  }

  private Http2Server(int streams, Behaviour behaviour, boolean early) throws InterruptedException {
    this.behaviour = behaviour;
    this.early = early;
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    connections.incrementAndGet();
                    accepted.pipeline().addLast(new Peer().handler(streams));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
  }

  public String url() {
    return "http://127.0.0.1:"
        + ((InetSocketAddress) channel.localAddress()).getPort()
        + "/echo?a=1";
  }

  public long requests() {
    return requests.get();
  }

  public long requestBytes() {
    return requestBytes.get();
  }

  public int connections() {
    return connections.get();
  }

  /** The connections on which a request has come. */
  public int usedConnections() {
    return usedConnections.get();
  }

  /** The most streams that a connection had at once. */
  public int mostAtOnce() {
    return mostAtOnce.get();
  }

  /** The headers of the last request. */
  public Map<String, String> lastHeaders() {
    return lastHeaders;
  }

  /** A server that acts on a request when its head has come. */
  public static Http2Server atTheHead(int streams, Behaviour behaviour)
      throws InterruptedException {
    return new Http2Server(streams, behaviour, true);
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** One request, on the event loop of its connection. */
  public static final class Exchange {

    private final Http2ConnectionHandler handler;
    private final ChannelHandlerContext context;
    private final int stream;

    Exchange(Http2ConnectionHandler handler, ChannelHandlerContext context, int stream) {
      this.handler = handler;
      this.context = context;
      this.stream = stream;
    }

    public void ok() {
      answer("200", "echo\n");
    }

    public void answer(String status, String body) {
      head(status, false);
      body(body);
    }

    private void body(String body) {
      handler
          .encoder()
          .writeData(
              context,
              stream,
              Unpooled.copiedBuffer(body, StandardCharsets.UTF_8),
              0,
              true,
              context.newPromise());
      handler.flush(context);
    }

    /** The head alone, of an answer that may end with it. */
    public void head(String status, boolean ends) {
      handler
          .encoder()
          .writeHeaders(
              context,
              stream,
              new DefaultHttp2Headers().status(status),
              0,
              ends,
              context.newPromise());
      handler.flush(context);
    }

    public void reset(Http2Error error) {
      handler.resetStream(context, stream, error.code(), context.newPromise());
      handler.flush(context);
    }

    /** Takes no streams after that one; what it has it answers. */
    public void goAway(int lastStream) {
      handler
          .encoder()
          .writeGoAway(
              context,
              lastStream,
              Http2Error.NO_ERROR.code(),
              Unpooled.EMPTY_BUFFER,
              context.newPromise());
      handler.flush(context);
    }

    /** Allows so many streams at once on the connection from now on. */
    public void allow(int streams) {
      handler
          .encoder()
          .writeSettings(
              context, new Http2Settings().maxConcurrentStreams(streams), context.newPromise());
      handler.flush(context);
    }

    public void later(int millis, Runnable task) {
      context.executor().schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    public void close() {
      context.channel().close();
    }

    /** Ends the connection with a reset of TCP. */
    public void abort() {
      context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
      context.channel().close();
    }

    /** A body of 5 bytes under a head that promises 9. */
    public void shorterThanItsLength() {
      handler
          .encoder()
          .writeHeaders(
              context,
              stream,
              new DefaultHttp2Headers().status("200").add("content-length", "9"),
              0,
              false,
              context.newPromise());
      body("echo\n");
    }
  }

  private final class Peer extends Http2HeadListener {

    private Http2ConnectionHandler handler;
    private boolean used;

    Http2ConnectionHandler handler(int streams) {
      handler =
          new Http2ConnectionHandlerBuilder()
              .server(true)
              .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(streams))
              .frameListener(this)
              .gracefulShutdownTimeoutMillis(0)
              .decoderEnforceMaxRstFramesPerWindow(early ? 0 : MOST_CANCELLED, WINDOW_SECONDS)
              .encoderEnforceMaxRstFramesPerWindow(early ? 0 : MOST_CANCELLED, WINDOW_SECONDS)
              .build();
      return handler;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean ends) {
      headers.forEach(
          entry -> lastHeaders.put(entry.getKey().toString(), entry.getValue().toString()));
      asked(context, id, ends || early);
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean ends) {
      int length = data.readableBytes();
      requestBytes.addAndGet(length);
      asked(context, id, ends && !early);
      return length + padding;
    }

    private void asked(ChannelHandlerContext context, int id, boolean whole) {
      mostAtOnce.accumulateAndGet(handler.connection().numActiveStreams(), Math::max);
      if (whole) {
        if (!used) {
          used = true;
          usedConnections.incrementAndGet();
        }
        behaviour.answer(new Exchange(handler, context, id), requests.incrementAndGet());
      }
    }
  }
}
