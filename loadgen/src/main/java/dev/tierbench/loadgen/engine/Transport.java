package dev.tierbench.loadgen.engine;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.List;

/** Native epoll, or NIO with a caveat where epoll does not load. */
record Transport(
    String name,
    Class<? extends Channel> channel,
    Class<? extends ServerChannel> serverChannel,
    IoHandlerFactory handler,
    List<String> caveats) {

  static Transport choose() {
    return Epoll.isAvailable()
        ? new Transport(
            "epoll",
            EpollSocketChannel.class,
            EpollServerSocketChannel.class,
            EpollIoHandler.newFactory(),
            List.of())
        : new Transport(
            "nio",
            NioSocketChannel.class,
            NioServerSocketChannel.class,
            NioIoHandler.newFactory(),
            List.of(
                "native epoll did not load: the open model's sends are exact to about 1 ms only"));
  }
}
