package dev.tierbench.server.reactor;

import dev.tierbench.server.InvalidSetting;
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
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Arrays;
import java.util.Optional;

/**
 * How the event loops of Netty wait for their connections: the setting {@code netty.transport}. The
 * classes of a transport are loaded when it is used, since not every server brings those of
 * io_uring.
 */
public enum Transport {
  EPOLL("epoll"),
  IO_URING("io_uring"),
  NIO("nio");

  /** The setting that leaves the choice to the host: native epoll where it loads, else NIO. */
  public static final String AUTO = "auto";

  private static final String SETTING = "netty.transport";

  private final String id;

  Transport(String id) {
    this.id = id;
  }

  /** The transport that is used when no setting names one. */
  public static Transport best() {
    return EPOLL.obstacle().isEmpty() ? EPOLL : NIO;
  }

  /**
   * The transport that a setting names. Fails with {@link InvalidSetting} when there is none of
   * that name, or this host does not have it.
   */
  public static Transport of(String asked) {
    if (asked.equals(AUTO)) {
      return best();
    }
    Optional<Transport> named =
        Arrays.stream(values()).filter(transport -> transport.id.equals(asked)).findFirst();
    InvalidSetting.unless(named.isPresent(), SETTING, asked, "auto, epoll, io_uring or nio");
    Transport transport = named.orElseThrow();
    Optional<Throwable> obstacle = transport.obstacle();
    InvalidSetting.unless(
        obstacle.isEmpty(),
        SETTING,
        asked,
        "a transport that this host has, and not: " + obstacle.map(Transport::reason).orElse(""));
    return transport;
  }

  /** The transport of a listening channel. */
  public static Transport of(Channel listening) {
    return Arrays.stream(values())
        .filter(transport -> transport.serverChannel().isInstance(listening))
        .findFirst()
        .orElseThrow();
  }

  /** Why the host does not have it; empty when it has. */
  private Optional<Throwable> obstacle() {
    return Optional.ofNullable(
        switch (this) {
          case EPOLL -> Epoll.unavailabilityCause();
          case IO_URING -> IoUring.unavailabilityCause();
          case NIO -> null;
        });
  }

  /** The innermost reason, which names the library or the kernel. */
  private static String reason(Throwable obstacle) {
    Throwable cause = obstacle;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  /** The name in {@code /settings} and of the threads. */
  public String id() {
    return id;
  }

  /** What each event loop waits by. */
  public IoHandlerFactory ioHandlerFactory() {
    return switch (this) {
      case EPOLL -> EpollIoHandler.newFactory();
      case IO_URING -> IoUringIoHandler.newFactory();
      case NIO -> NioIoHandler.newFactory();
    };
  }

  /** The class of a listening channel. */
  public Class<? extends ServerChannel> serverChannel() {
    return switch (this) {
      case EPOLL -> EpollServerSocketChannel.class;
      case IO_URING -> IoUringServerSocketChannel.class;
      case NIO -> NioServerSocketChannel.class;
    };
  }

  /** The class of a connection. */
  public Class<? extends Channel> channel() {
    return switch (this) {
      case EPOLL -> EpollSocketChannel.class;
      case IO_URING -> IoUringSocketChannel.class;
      case NIO -> NioSocketChannel.class;
    };
  }
}
