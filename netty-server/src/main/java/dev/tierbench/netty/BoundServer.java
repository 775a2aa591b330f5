package dev.tierbench.netty;

import io.netty.channel.Channel;
import org.springframework.stereotype.Component;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;

/** The listening channel and the configuration that serves it, for {@link SettingsController}. */
@Component
final class BoundServer {
  private volatile HttpServerConfig config;
  private volatile Channel channel;

  HttpServer watch(HttpServer server) {
    config = server.configuration();
    return server.doOnBound(bound -> channel = bound.channel());
  }

  HttpServerConfig config() {
    return config;
  }

  Channel channel() {
    return channel;
  }
}
