package dev.tierbench.echo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A running echo server: listens from {@link #start} until {@link #close}. Thread-safe. */
record EchoServer(MultiThreadIoEventLoopGroup loops, Channel listener) implements AutoCloseable {

  /**
   * Binds and accepts.
   *
   * @throws IOException when the address cannot be bound
   */
  static EchoServer start(EchoConfig config) throws IOException, InterruptedException {
    InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
    if (address.isUnresolved()) {
      throw new IOException("unknown host " + config.host());
    }
    Transport transport = config.transport();
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(config.loops(), transport.ioHandlerFactory());
    EchoStats stats = new EchoStats(loops, config);
    stats.watch().join();
    Router router = new Router(config, stats, Settings.json(config));
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(transport.serverChannel())
            .option(ChannelOption.SO_BACKLOG, config.backlog())
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(new HttpRequestDecoder(new HttpDecoderConfig()))
                        .addLast(new EchoConnection(router));
                  }
                })
            .bind(address)
            .await();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    return new EchoServer(loops, bound.channel());
  }

  /** The port that the server listens on, also when it was asked for port 0. */
  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Blocks until the listener is closed. */
  void join() throws InterruptedException {
    listener.closeFuture().sync();
  }

  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
