package dev.tierbench.server.spring.reactor;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.ConnectionProvider;

/** What a server on reactor-netty imports: its limits, and the event loops of server and client. */
@Configuration(proxyBeanMethods = false)
@Import(BoundServer.class)
public class ReactorServerConfiguration {

  @Bean
  NettyLimits nettyLimits(Environment environment) {
    return Binder.get(environment).bind("netty", NettyLimits.class).get();
  }

  @Bean
  ReactorResourceFactory reactorResources(
      NettyLimits limits, ObjectProvider<ConnectionProvider> pool) {
    ReactorResourceFactory resources = new ReactorResourceFactory();
    resources.setUseGlobalResources(false);
    pool.ifAvailable(resources::setConnectionProvider);
    Transport transport = Transport.of(limits.transport());
    resources.setLoopResourcesSupplier(() -> ReactorNetty.loops(transport, limits.eventLoops()));
    resources.setShutdownQuietPeriod(Duration.ZERO);
    return resources;
  }

  /** Last, so that what {@link BoundServer} keeps is final. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  WebServerFactoryCustomizer<NettyReactiveWebServerFactory> checkedLimits(
      ServerProperties server, NettyLimits limits, BoundServer bound) {
    InvalidSetting.unlessPort("server.port", server.getPort());
    return factory ->
        factory.addServerCustomizers(
            http -> bound.watch(http.option(ChannelOption.SO_BACKLOG, limits.acceptCount())));
  }
}
