package dev.tierbench.floor.netty;

import dev.tierbench.floor.common.Floor;
import dev.tierbench.floor.common.FloorPlan;
import dev.tierbench.server.CannotListen;
import dev.tierbench.server.reactor.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.Version;
import java.util.concurrent.TimeUnit;

/** Netty and nothing else: the least that an exchange over HTTP can cost on a JVM. */
public final class NettyFloor {
  private static final String VERSION =
      "netty/" + Version.identify().get("netty-common").artifactVersion();

  private NettyFloor() {}

  /** Listening when it returns. */
  public static Floor start(FloorPlan plan) {
    Transport transport = plan.transport();
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(plan.eventLoops(), transport.ioHandlerFactory());
    ConnectionPool pool = new ConnectionPool(plan.echo(), loops, transport.channel());
    String settings = plan.settings(pool.settings(), VERSION);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(transport.serverChannel())
            .option(ChannelOption.SO_BACKLOG, plan.acceptCount())
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    EchoClient echo = new EchoClient(pool.of(channel.eventLoop()));
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new ServerConnection(new SleepHandler(echo), settings));
                  }
                })
            .bind(plan.address(), plan.port())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw CannotListen.on(plan.port(), bound.cause());
    }
    return new Floor(
        bound.channel().localAddress(),
        () -> bound.channel().closeFuture().syncUninterruptibly(),
        () -> {
          bound.channel().close().awaitUninterruptibly();
          loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        });
  }
}
