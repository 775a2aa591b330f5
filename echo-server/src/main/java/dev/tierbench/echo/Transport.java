package dev.tierbench.echo;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.Optional;

/** How the event loops wait: native epoll, or NIO whose timers are only millisecond-grained. */
record Transport(
    String name,
    Class<? extends ServerChannel> serverChannel,
    IoHandlerFactory ioHandlerFactory,
    Optional<String> warning) {

  /**
   * @param wanted {@code auto} (epoll where it loads, else NIO with a warning), {@code epoll} or
   *     {@code nio}
   * @throws IllegalArgumentException for another name, or for {@code epoll} where it does not load
   */
  static Transport choose(String wanted) {
    return switch (wanted) {
      case "auto" -> Epoll.isAvailable() ? epoll() : nio(Optional.of(degraded()));
      case "epoll" -> {
        if (!Epoll.isAvailable()) {
          throw new IllegalArgumentException(degraded());
        }
        yield epoll();
      }
      case "nio" -> nio(Optional.of("NIO was asked for: delays are exact to about 1 ms only"));
      default ->
          throw new IllegalArgumentException(
              "transport must be auto, epoll or nio, not '" + wanted + "'");
    };
  }

  private static Transport epoll() {
    return new Transport(
        "epoll", EpollServerSocketChannel.class, EpollIoHandler.newFactory(), Optional.empty());
  }

  private static Transport nio(Optional<String> warning) {
    return new Transport("nio", NioServerSocketChannel.class, NioIoHandler.newFactory(), warning);
  }

  private static String degraded() {
    return "native epoll did not load ("
        + Epoll.unavailabilityCause().getMessage()
        + "): on NIO delays are exact to about 1 ms only";
  }
}
