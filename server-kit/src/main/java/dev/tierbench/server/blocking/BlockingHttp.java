package dev.tierbench.server.blocking;

import dev.tierbench.server.EchoSettings;
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

/** The HTTP client towards echo: a pool, the time-outs, and no request that was not asked for. */
final class BlockingHttp {

  /**
   * A connection unused for longer is tested before its use, which costs a read of up to 1 ms.
   * Under load each one is used again within the delay of echo, so the test never runs in a
   * measurement.
   */
  private static final TimeValue UNTESTED_IDLE_TIME = TimeValue.ofSeconds(2);

  private BlockingHttp() {}

  static ConnectionConfig connections(EchoSettings settings) {
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
  static PoolingHttpClientConnectionManager pool(
      EchoSettings settings, ConnectionConfig connections) {
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setMaxConnTotal(settings.maxConnections())
        .setMaxConnPerRoute(settings.maxConnections())
        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.STRICT)
        .setConnPoolPolicy(PoolReusePolicy.LIFO)
        .setDefaultConnectionConfig(connections)
        .build();
  }

  static RequestConfig requests(EchoSettings settings) {
    return RequestConfig.custom()
        .setConnectionRequestTimeout(Timeout.of(settings.acquireTimeout()))
        .setResponseTimeout(Timeout.of(settings.timeout()))
        .setProtocolUpgradeEnabled(false)
        .build();
  }

  /** Without retries, redirects and TLS upgrade: one call costs one request to echo. */
  static CloseableHttpClient client(
      PoolingHttpClientConnectionManager pool, RequestConfig requests) {
    return HttpClients.custom()
        .setConnectionManager(pool)
        .setDefaultRequestConfig(requests)
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableContentCompression()
        .disableAuthCaching()
        .build();
  }
}
