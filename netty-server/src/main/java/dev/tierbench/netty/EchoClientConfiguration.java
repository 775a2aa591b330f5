package dev.tierbench.netty;

import io.netty.channel.ChannelOption;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** The HTTP client towards echo: a pool, the time-outs, and no request that was not asked for. */
@Configuration(proxyBeanMethods = false)
class EchoClientConfiguration {

  /** A blocking client has no limit here either: its threads are what waits. */
  static final int UNLIMITED_PENDING = -1;

  /**
   * Last in, first out: a step after one of higher concurrency uses warm connections. The event
   * loop sees when echo closes an idle connection, so none needs a test before its use.
   */
  @Bean(destroyMethod = "dispose")
  ConnectionProvider connectionPool(EchoSettings settings) {
    return ConnectionProvider.builder("echo")
        .maxConnections(settings.maxConnections())
        .pendingAcquireMaxCount(UNLIMITED_PENDING)
        .pendingAcquireTimeout(settings.acquireTimeout())
        .lifo()
        .build();
  }

  /** Without the retry of an aborted request: one call costs one request to echo. */
  @Bean
  HttpClient httpClient(
      EchoSettings settings, ConnectionProvider pool, ReactorResourceFactory resources) {
    return HttpClient.create(pool)
        .runOn(resources.getLoopResources())
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            Math.toIntExact(settings.connectTimeout().toMillis()))
        .responseTimeout(settings.timeout())
        .disableRetry(true);
  }

  @Bean
  WebClient webClient(HttpClient httpClient) {
    return WebClient.builder().clientConnector(new ReactorClientHttpConnector(httpClient)).build();
  }
}
