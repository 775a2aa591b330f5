package dev.tierbench.floor.netty;

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

/** How the event loops wait: native epoll where it loads, else NIO. */
record Transport(
    String name,
    IoHandlerFactory ioHandlerFactory,
    Class<? extends ServerChannel> serverChannel,
    Class<? extends Channel> channel) {

  static Transport best() {
    return Epoll.isAvailable()
        ? new Transport(
            "epoll",
            EpollIoHandler.newFactory(),
            EpollServerSocketChannel.class,
            EpollSocketChannel.class)
        : new Transport(
            "nio", NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
  }
}
