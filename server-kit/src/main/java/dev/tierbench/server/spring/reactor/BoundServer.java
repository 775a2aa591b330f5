package dev.tierbench.server.spring.reactor;

import dev.tierbench.server.Settings;
import dev.tierbench.server.reactor.Transport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.stereotype.Component;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;
import reactor.netty.resources.LoopResources;

/** The listening channel, the configuration that serves it and the event loops. */
@Component
public final class BoundServer {
  private final ReactorResourceFactory resources;
  private volatile HttpServerConfig config;
  private volatile Channel channel;

  BoundServer(ReactorResourceFactory resources) {
    this.resources = resources;
  }

  HttpServer watch(HttpServer server) {
    config = server.configuration();
    return server.doOnBound(bound -> channel = bound.channel());
  }

  /**
   * The limits in force.
   *
   * @param maxThreads of the pool that waits for the next tier; empty where there is none
   */
  public Settings.Server settings(Optional<Integer> maxThreads) {
    EventLoopGroup loops = resources.getLoopResources().onServer(LoopResources.DEFAULT_NATIVE);
    return new Settings.Server(
        Transport.of(channel).id(),
        Optional.of(Math.toIntExact(StreamSupport.stream(loops.spliterator(), false).count())),
        maxThreads,
        Optional.empty(),
        Optional.empty(),
        channel.config().getOption(ChannelOption.SO_BACKLOG),
        Settings.millis(Optional.ofNullable(config.idleTimeout())),
        config.maxKeepAliveRequests());
  }
}
