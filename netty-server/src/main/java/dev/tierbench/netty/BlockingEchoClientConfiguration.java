package dev.tierbench.netty;

import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * The blocking HTTP client towards echo: a pool, the time-outs, and no request that was not asked
 * for. The same as that of the blocking server.
 */
@Configuration(proxyBeanMethods = false)
@Lazy
class BlockingEchoClientConfiguration {

  /**
   * A connection unused for longer is tested before its use, which costs a read of up to 1 ms.
   * Under load each one is used again within the delay of echo, so the test never runs in a
   * measurement.
   */
  private static final TimeValue UNTESTED_IDLE_TIME = TimeValue.ofSeconds(2);

  @Bean
  ConnectionConfig connectionConfig(EchoSettings settings) {
    return ConnectionConfig.custom()
        .setConnectTimeout(Timeout.of(settings.connectTimeout()))
        .setValidateAfterInactivity(UNTESTED_IDLE_TIME)
        .build();
  }

  /**
   * The policies are the library's defaults. The limit per route, 5 by default, is the limit of the
   * pool: there is one route. Last in, first out: a step after one of higher concurrency uses warm
   * connections.
   */
  @Bean
  PoolingHttpClientConnectionManager blockingPool(
      EchoSettings settings, ConnectionConfig connectionConfig) {
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setMaxConnTotal(settings.maxConnections())
        .setMaxConnPerRoute(settings.maxConnections())
        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.STRICT)
        .setConnPoolPolicy(PoolReusePolicy.LIFO)
        .setDefaultConnectionConfig(connectionConfig)
        .build();
  }

  /** Without retries, redirects and TLS upgrade: one call costs one request to echo. */
  @Bean
  CloseableHttpClient blockingHttpClient(
      EchoSettings settings, PoolingHttpClientConnectionManager pool) {
    return HttpClients.custom()
        .setConnectionManager(pool)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(settings.acquireTimeout()))
                .setResponseTimeout(Timeout.of(settings.timeout()))
                .setProtocolUpgradeEnabled(false)
                .build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableContentCompression()
        .disableAuthCaching()
        .build();
  }

  @Bean
  RestClient restClient(CloseableHttpClient httpClient) {
    return RestClient.builder()
        .requestFactory(new HttpComponentsClientHttpRequestFactory(httpClient))
        .build();
  }
}
