package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.http.BodyRule;
import dev.tierbench.loadgen.http.ClientTls;
import dev.tierbench.loadgen.http.Request;
import dev.tierbench.loadgen.http.SelfSigned;
import dev.tierbench.loadgen.http.Target;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.PhasePlan;
import dev.tierbench.loadgen.plan.Share;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.loadgen.wire.Http2Responder;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LoadResult;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Drives the generator hot before it connects: the same code against a responder in this process,
 * until its compilers have been idle for a second. Without it the lateness of a JVM that still
 * compiles its code passes as the server's.
 */
public final class Rehearsal {

  /** Several generators that begin at once on one core compile for many seconds. */
  private static final Duration MOST = Duration.ofSeconds(20);

  /**
   * Time-out of the rehearsal's requests, long enough for the first TLS handshake of a JVM, however
   * short the run's own is.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Twice {@code Tier4InvocationThreshold}. */
  private static final long REQUESTS = 10_000;

  /** Fewer requests are enough when they have long bodies: as many as have so many bytes. */
  private static final long BYTES = 1L << 30;

  private static final int CONNECTIONS = 64;
  private static final long PAUSE_MILLIS = 5;
  private static final double RATE = 10_000;
  private static final int OK = 200;
  private static final String BODY = "rehearsal";

  private Rehearsal() {}

  /** Returns whether there is anything to warm up: a JVM that only interprets has nothing. */
  public static boolean isNeeded() {
    return IdleCompilers.exist();
  }

  /**
   * Drives the generator hot, in the model of the plan and with requests like its own: over TLS
   * where the plan has it, against a certificate that is made for it, and over HTTP/2 likewise.
   *
   * @return how many requests it made
   * @throws IOException when no certificate can be made
   */
  public static long of(LoadPlan plan)
      throws CannotRunException, IOException, InterruptedException {
    Optional<SelfSigned> identity =
        plan.target().tls().isPresent()
            ? Optional.of(SelfSigned.make("ip:127.0.0.1"))
            : Optional.empty();
    Request request = request(plan.target().request());
    int requestBytes = request.encode(URI.create("/"), "").length;
    Optional<Integer> streams = plan.target().http2Streams();
    Transport transport = Transport.choose();
    MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, transport.handler());
    try {
      Channel server =
          bind(group, transport, pipeline(request, requestBytes, identity, streams.isPresent()));
      int port = ((InetSocketAddress) server.localAddress()).getPort();
      String url = (identity.isPresent() ? "https" : "http") + "://127.0.0.1:" + port + "/";
      Target target =
          new Target(
              url,
              URI.create(url),
              request,
              identity.map(of -> ClientTls.trusting(of.certificate())),
              Optional.empty(),
              streams);
      AtomicReference<LoadRun> run = new AtomicReference<>();
      RunListener end =
          new IdleCompilers(
              IdleCompilers::ofThisJvm,
              Math.min(REQUESTS, BYTES / requestBytes),
              () -> run.get().interrupt());
      run.set(new LoadRun(scaled(plan, target), List.of(end)));
      LoadResult result = run.get().run();
      return result.phases().stream().mapToLong(LoadResult.Phase::ok).sum();
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      // What it leaves would stop the loops for tens of milliseconds in the first measured window.
      System.gc();
    }
  }

  /**
   * Returns the planned request with a fixed {@code Host} header, so that its length does not
   * depend on the port.
   */
  private static Request request(Request planned) {
    return new Request(planned.method(), List.of("Host: rehearsal"), planned.body());
  }

  private static ChannelInitializer<Channel> pipeline(
      Request request, int requestBytes, Optional<SelfSigned> identity, boolean http2)
      throws IOException {
    byte[] answer = answer(request);
    Optional<SslContext> tls =
        identity.isPresent() ? Optional.of(tls(identity.get())) : Optional.empty();
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel accepted) {
        accepted.pipeline().addLast(new Pause());
        tls.ifPresent(of -> accepted.pipeline().addLast(of.newHandler(accepted.alloc())));
        accepted
            .pipeline()
            .addLast(
                http2
                    ? Http2Responder.of(BODY.getBytes(StandardCharsets.US_ASCII), !request.isHead())
                    : new Responder(requestBytes, answer));
      }
    };
  }

  private static SslContext tls(SelfSigned identity) throws IOException {
    return SslContextBuilder.forServer(identity.key(), identity.certificate())
        .sslProvider(SslProvider.JDK)
        .applicationProtocolConfig(ClientTls.HTTP_1_1)
        .build();
  }

  private static byte[] answer(Request request) {
    return "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: %s\r\n\r\n%s"
        .formatted(BODY.length(), request.isHead() ? "" : BODY)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static Channel bind(
      MultiThreadIoEventLoopGroup group, Transport transport, ChannelInitializer<Channel> pipeline)
      throws InterruptedException {
    return new ServerBootstrap()
        .group(group)
        .channel(transport.serverChannel())
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(pipeline)
        .bind(InetAddress.getLoopbackAddress(), 0)
        .sync()
        .channel();
  }

  private static LoadPlan scaled(LoadPlan plan, Target target) {
    Load load =
        switch (plan.load()) {
          case Load.Closed closed -> new Load.Closed(CONNECTIONS);
          case Load.Open open -> new Load.Open(RATE, open.arrivals(), CONNECTIONS);
        };
    return new LoadPlan(
        target,
        load,
        List.of(new PhasePlan("rehearsal", MOST)),
        plan.spreadStart(),
        TIMEOUT,
        OK,
        target.request().isHead() ? BodyRule.ANY : BodyRule.text(BODY),
        Optional.empty(),
        plan.seed(),
        Share.WHOLE,
        Math.min(plan.loops(), load.tcpConnections(target.http2Streams())));
  }

  /**
   * Sends what is written after a pause, as a server would that asks another one. At full speed the
   * loops would leave a single core little time for the compilers.
   */
  private static final class Pause extends ChannelOutboundHandlerAdapter {

    private boolean waits;

    @Override
    public void flush(ChannelHandlerContext context) {
      if (!waits) {
        waits = true;
        context.executor().schedule(() -> send(context), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      }
    }

    private void send(ChannelHandlerContext context) {
      waits = false;
      context.flush();
    }
  }

  /** Answers as often as the bytes of one request, which all are alike, have come in. */
  private static final class Responder extends ChannelInboundHandlerAdapter {

    private final int requestBytes;
    private final byte[] answer;
    private long received;

    Responder(int requestBytes, byte[] answer) {
      this.requestBytes = requestBytes;
      this.answer = answer;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      received += bytes.readableBytes();
      bytes.release();
      for (; received >= requestBytes; received -= requestBytes) {
        context.write(Unpooled.wrappedBuffer(answer));
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
