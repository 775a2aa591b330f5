package dev.tierbench.loadgen;

import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Drives the generator hot before it connects: the same code, for a second, against a responder in
 * this process. Without it the lateness of a JVM that still interprets its code passes as the
 * server's.
 */
final class Rehearsal {

  private static final Duration LENGTH = Duration.ofSeconds(1);
  private static final int CONNECTIONS = 64;
  private static final double RATE = 10_000;
  private static final int OK = 200;
  private static final String BODY = "rehearsal";
  private static final byte[] ANSWER =
      ("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY)
          .getBytes(StandardCharsets.US_ASCII);

  private Rehearsal() {}

  /**
   * Runs it, in the model of the plan.
   *
   * @return how many requests it made
   */
  static long of(LoadPlan plan) throws CannotRunException, InterruptedException {
    Transport transport = Transport.choose();
    MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, transport.handler());
    try {
      InetSocketAddress address = (InetSocketAddress) bind(group, transport).localAddress();
      LoadResult result = new LoadRun(scaled(plan, address.getPort()), List.of()).run();
      return result.phases().stream().mapToLong(LoadResult.Phase::ok).sum();
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  private static Channel bind(MultiThreadIoEventLoopGroup group, Transport transport)
      throws InterruptedException {
    return new ServerBootstrap()
        .group(group)
        .channel(transport.serverChannel())
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel accepted) {
                accepted.pipeline().addLast(new Responder());
              }
            })
        .bind(InetAddress.getLoopbackAddress(), 0)
        .sync()
        .channel();
  }

  private static LoadPlan scaled(LoadPlan plan, int port) {
    int connections = Math.min(CONNECTIONS, plan.load().connections());
    return new LoadPlan(
        Target.parse("http://127.0.0.1:" + port + "/", List.of()),
        switch (plan.load()) {
          case Load.Closed closed -> new Load.Closed(connections);
          case Load.Open open -> new Load.Open(RATE, open.arrivals(), connections);
        },
        List.of(new PhasePlan("rehearsal", LENGTH)),
        plan.spreadStart(),
        plan.timeout(),
        OK,
        Optional.of(new BodyText(BODY, Optional.empty())),
        plan.seed(),
        Math.min(plan.loops(), connections));
  }

  /** Answers every empty line, which ends the head of a request without a body. */
  private static final class Responder extends ChannelInboundHandlerAdapter {

    private static final int HEAD_END = 4;

    private int matched;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      while (bytes.isReadable()) {
        byte next = bytes.readByte();
        boolean expected = next == (matched % 2 == 0 ? '\r' : '\n');
        matched = expected ? matched + 1 : next == '\r' ? 1 : 0;
        if (matched == HEAD_END) {
          matched = 0;
          context.write(Unpooled.wrappedBuffer(ANSWER));
        }
      }
      bytes.release();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
