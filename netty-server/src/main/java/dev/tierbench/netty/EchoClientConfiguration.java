package dev.tierbench.netty;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.reactor.ReactorNetty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** The HTTP client towards echo. */
@Configuration(proxyBeanMethods = false)
class EchoClientConfiguration {

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
  WebClient webClient(HttpClient httpClient) {
    return WebClient.builder().clientConnector(new ReactorClientHttpConnector(httpClient)).build();
  }
}
