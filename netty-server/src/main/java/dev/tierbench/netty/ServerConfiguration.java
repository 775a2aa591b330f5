package dev.tierbench.netty;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** The limits of the server, the client towards echo and the event loops that both share. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

  @Bean(destroyMethod = "dispose")
  ConnectionProvider connectionPool(EchoSettings settings) {
    return ReactorNetty.pool(settings);
  }

  @Bean
  HttpClient httpClient(
      EchoSettings settings, ConnectionProvider pool, ReactorResourceFactory resources) {
    return ReactorNetty.client(settings, pool, resources.getLoopResources());
  }

  @Bean
  ReactorResourceFactory reactorResources(NettySettings settings, ConnectionProvider pool) {
    ReactorResourceFactory resources = new ReactorResourceFactory();
    resources.setUseGlobalResources(false);
    resources.setConnectionProvider(pool);
    Transport transport = Transport.of(settings.transport());
    resources.setLoopResourcesSupplier(() -> ReactorNetty.loops(transport, settings.eventLoops()));
    resources.setShutdownQuietPeriod(Duration.ZERO);
    return resources;
  }

  /** Last, so that what {@link BoundServer} keeps is final. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  WebServerFactoryCustomizer<NettyReactiveWebServerFactory> checkedLimits(
      ServerProperties server, NettySettings settings, BoundServer bound) {
    InvalidSetting.unlessPort("server.port", server.getPort());
    return factory ->
        factory.addServerCustomizers(
            http -> bound.watch(http.option(ChannelOption.SO_BACKLOG, settings.acceptCount())));
  }
}
