package dev.tierbench.netty;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.reactor.ReactorNetty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** The client towards echo, on the event loops of the server. */
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
}
