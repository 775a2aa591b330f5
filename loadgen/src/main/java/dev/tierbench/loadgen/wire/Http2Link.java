package dev.tierbench.loadgen.wire;

import dev.tierbench.loadgen.http.Http2Request;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * One HTTP/2 connection in clear text, with prior knowledge (RFC 9113, section 3.3), which carries
 * a stream of each of its wires at a time. It is open when the server's settings have come.
 * Confined to its loop.
 *
 * <pre>
 *   CONNECTING --settings--> OPEN --GOAWAY or fewer streams--> LEAVING --last wire left--> ENDED
 *       |                     |                                   |                          ^
 *       +-------refused-------+--------------closed---------------+--------------------------+
 * </pre>
 */
final class Http2Link extends Http2HeadListener {

  private static final Pattern THREE_DIGITS = Pattern.compile("[1-9][0-9]{2}");

  private final WireLoop loop;
  private final int streams;
  private final Http2Request request;
  private final Duration settingsTimeout;
  private final Http2Handler handler;
  private final ByteBuf body;
  private State state = State.CONNECTING;

  /** What the server said when no more streams could go over it. */
  private String goodbye = "";

  /** The wires that wait until it is open. */
  private final Map<Http2Wire, Consumer<Future<?>>> waiting = new LinkedHashMap<>();

  private final Set<Http2Wire> wires = new LinkedHashSet<>();

  /** The wires with a request under way, by its stream. */
  private final IntObjectMap<Http2Wire> underWay = new IntObjectHashMap<>();

  private ChannelHandlerContext context;
  private long connectedNanos;

  private enum State {
    CONNECTING,
    OPEN,
    LEAVING,
    ENDED
  }

  /**
   * @param streams at once, which the server has to allow
   * @param settingsTimeout within which its settings have to come
   */
  Http2Link(WireLoop loop, int streams, Http2Request request, Duration settingsTimeout) {
    this.loop = loop;
    this.streams = streams;
    this.request = request;
    this.settingsTimeout = settingsTimeout;
    body =
        Unpooled.unreleasableBuffer(
            request
                .body()
                .map(sent -> Unpooled.wrappedBuffer(sent.bytes()))
                .orElse(Unpooled.EMPTY_BUFFER));
    handler = Http2Handler.of(this);
  }

  /** Connects; those that join learn how it ended. */
  void connect(Bootstrap bootstrap) {
    ChannelInitializer<Channel> initializer =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.pipeline().addLast(handler);
          }
        };
    bootstrap.handler(initializer).connect().addListener(this::connected);
  }

  // Without a channel, for want of a descriptor, the future belongs to no loop.
  private void connected(Future<?> future) {
    loop.run(() -> {
      if (!future.isSuccess()) {
        fail(future.cause());
      } else if (state == State.CONNECTING) {
        connectedNanos = loop.nanoTime();
        loop.later(this::giveUp, settingsTimeout.toNanos());
      }
    });
  }

  private void giveUp() {
    if (state == State.CONNECTING) {
      fail(notHttp2("no settings of HTTP/2 in time"));
      close();
    }
  }

  private static IOException notHttp2(String what) {
    return new Http2RefusedException(
        "the server does not speak HTTP/2 in clear text (" + what + ")",
        "Spring's servers on Tomcat and Netty do with --server.http2.enabled=true");
  }

  /** When TCP was connected. */
  long connectedNanos() {
    return connectedNanos;
  }

  /** Whether new requests may go over it, now or once it is open. */
  boolean takesStreams() {
    return state == State.CONNECTING || state == State.OPEN;
  }

  /**
   * Adds a wire.
   *
   * @param done called when the wire can carry requests, or with the cause when it cannot
   */
  void join(Http2Wire wire, Consumer<Future<?>> done) {
    wire.joined(this);
    if (state == State.CONNECTING) {
      waiting.put(wire, done);
    } else {
      open(wire, done, false);
    }
  }

  private void open(Http2Wire wire, Consumer<Future<?>> done, boolean first) {
    wires.add(wire);
    wire.listener().opened(first);
    done.accept(ImmediateEventExecutor.INSTANCE.newSucceededFuture(null));
  }

  /**
   * Takes a wire away, with the request that is under way on it. One that takes streams stays open
   * for those that come back; else the last wire closes it, as it does at the end of the load.
   */
  void leave(Http2Wire wire) {
    waiting.remove(wire);
    wires.remove(wire);
    if (wire.stream() != 0) {
      underWay.remove(wire.stream());
      cancel(wire.stream());
    }
    boolean returns = state == State.OPEN && !loop.isOver();
    if (wires.isEmpty() && waiting.isEmpty() && !returns) {
      close();
    }
  }

  private void cancel(int stream) {
    if (state != State.ENDED) {
      handler.resetStream(context, stream, Http2Error.CANCEL.code(), context.newPromise());
      handler.flushUnlessReading(context);
    }
  }

  private void close() {
    state = State.ENDED;
    if (context != null) {
      context.close();
    }
  }

  /** Sends the request of a wire, which has none under way. */
  void send(Http2Wire wire) {
    int id = handler.connection().local().incrementAndGetNextStreamId();
    if (id < 0) {
      state = State.LEAVING;
      wire.listener().ended("all stream numbers of the connection are used up", false);
      return;
    }
    if (!handler.connection().local().canOpenStream()) {
      wire.listener().ended("no stream of the connection is free", false);
      return;
    }
    underWay.put(id, wire);
    wire.sent(id);
    boolean whole = request.body().isEmpty();
    handler
        .encoder()
        .writeHeaders(context, id, request.headers(), 0, whole, context.newPromise())
        .addListener(this::written);
    if (!whole && wire.stream() == id) {
      handler
          .encoder()
          .writeData(context, id, body.duplicate(), 0, true, context.newPromise())
          .addListener(this::written);
    }
    handler.flushUnlessReading(context);
  }

  /** A stream that ends before its request is sent whole says so itself. */
  private void written(Future<?> future) {
    boolean ofStream =
        future.cause() instanceof Http2Exception refused && Http2Exception.isStreamError(refused);
    if (!future.isSuccess() && !ofStream) {
      loop.run(() -> lost(WireFailure.reason(future.cause())));
    }
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext reading, Http2Settings settings) {
    long most = Optional.ofNullable(settings.maxConcurrentStreams()).orElse(Long.MAX_VALUE);
    if (state == State.OPEN && most < streams) {
      takeLeave("the server has lowered how many streams it takes", "SETTINGS: " + most);
    }
    if (state != State.CONNECTING) {
      return;
    }
    if (most < streams) {
      fail(
          new Http2RefusedException(
              "the server takes %d streams on a connection at most, not %d"
                  .formatted(most, streams),
              "Ask for fewer: --http2-streams " + most));
      close();
      return;
    }
    state = State.OPEN;
    boolean first = true;
    while (state == State.OPEN && !waiting.isEmpty()) {
      Map.Entry<Http2Wire, Consumer<Future<?>>> next = waiting.entrySet().iterator().next();
      waiting.remove(next.getKey());
      open(next.getKey(), next.getValue(), first);
      first = false;
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext reading, int id, Http2Headers headers, int padding, boolean ends) {
    Http2Wire wire = underWay.get(id);
    if (wire == null) {
      return;
    }
    wire.head(status(headers));
    ended(id, wire, ends);
  }

  /** Returns the status; 0 when there is none. */
  private static int status(Http2Headers headers) {
    CharSequence status = headers.status();
    return status != null && THREE_DIGITS.matcher(status).matches()
        ? Integer.parseInt(status.toString())
        : 0;
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext reading, int id, ByteBuf data, int padding, boolean ends) {
    int length = data.readableBytes();
    Http2Wire wire = underWay.get(id);
    if (wire != null) {
      byte[] scratch = loop.scratch();
      for (int left = length; left > 0; ) {
        int part = Math.min(left, scratch.length);
        data.readBytes(scratch, 0, part);
        wire.body(scratch, part);
        left -= part;
      }
      ended(id, wire, ends);
    }
    return length + padding;
  }

  /** The rest of a request that is answered early is of no use. */
  private void ended(int id, Http2Wire wire, boolean ends) {
    if (!ends) {
      return;
    }
    wire.answered();
    Http2Stream stream = handler.connection().stream(id);
    if (stream != null && stream.state().localSideOpen()) {
      cancel(id);
    }
  }

  /** The stream is closed next. */
  @Override
  public void onRstStreamRead(ChannelHandlerContext reading, int id, long code) {
    Http2Wire wire = underWay.get(id);
    if (wire != null) {
      wire.resetBy("stream reset by the server (" + Http2Error.valueOf(code) + ")");
    }
  }

  /**
   * The limit of streams that the server set counts this one no more. Netty would only log what
   * breaks here.
   */
  @Override
  public void onStreamClosed(Http2Stream stream) {
    Http2Wire wire = underWay.remove(stream.id());
    if (wire != null) {
      loop.run(() ->
          wire.streamClosed(
              state == State.LEAVING ? "not taken by the server" + goodbye : "stream ended"));
    }
  }

  @Override
  public void onGoAwayRead(ChannelHandlerContext reading, int last, long code, ByteBuf debug) {
    if (state == State.OPEN) {
      takeLeave("closed by the server", "GOAWAY: " + Http2Error.valueOf(code));
    }
  }

  /** Ends the wires without a request; the others end with their answers. */
  private void takeLeave(String reason, String said) {
    state = State.LEAVING;
    goodbye = " (" + said + ")";
    for (Http2Wire wire : List.copyOf(wires)) {
      if (wire.stream() == 0) {
        wire.listener().ended(reason + goodbye, true);
      }
    }
  }

  void added(ChannelHandlerContext added) {
    context = added;
  }

  void read(int bytes) {
    loop.received(bytes);
  }

  /** What came is not HTTP/2, or breaks its rules. */
  void broken(String reason) {
    if (state == State.CONNECTING) {
      fail(notHttp2(reason));
    } else {
      lost("HTTP/2: " + reason);
    }
  }

  /**
   * A stream breaks the rules of HTTP/2, or cannot be sent whole, which does not matter when it is
   * answered.
   *
   * @param outbound whether it could not be sent
   */
  void brokenStream(int id, String reason, boolean outbound) {
    Http2Wire wire = underWay.get(id);
    if (wire == null || wire.isAnswered()) {
      return;
    }
    underWay.remove(id);
    if (outbound) {
      // The server may have said why, in a reset.
      wire.streamClosed("HTTP/2: " + reason + goodbye);
    } else {
      wire.sent(0);
      wire.listener().broken("HTTP/2: " + reason);
    }
  }

  void crashed(Throwable cause) {
    loop.crashed(cause);
  }

  /** The TCP connection ended. */
  void lost(String reason) {
    if (state == State.CONNECTING) {
      fail(new IOException(reason + " before its settings of HTTP/2 came"));
      return;
    }
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    underWay.clear();
    for (Http2Wire wire : List.copyOf(wires)) {
      if (wire.isAnswered()) {
        wire.streamClosed(reason);
      } else {
        wire.sent(0);
        wire.listener().ended(reason + goodbye, true);
      }
    }
  }

  private void fail(Throwable cause) {
    if (state != State.CONNECTING) {
      return;
    }
    state = State.ENDED;
    Future<?> failed = ImmediateEventExecutor.INSTANCE.newFailedFuture(cause);
    List<Consumer<Future<?>>> all = new ArrayList<>(waiting.values());
    waiting.clear();
    all.forEach(done -> done.accept(failed));
  }
}
