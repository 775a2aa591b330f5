package dev.tierbench.server.blocking;

import dev.tierbench.server.CallLimit;
import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.Settings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.apache.hc.core5.util.VersionInfo;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.MediaType;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClient.RequestHeadersSpec.ConvertibleClientHttpResponse;
import org.springframework.web.client.RestClientException;

/**
 * Asks echo, once per call; the caller's thread waits. Fails with {@link EchoFailure}. Made for the
 * models that block, and for no other.
 */
@Component
@Lazy
public final class BlockingEchoClient implements AutoCloseable {
  /** Read once: it comes from a file in a jar. */
  public static final String VERSION =
      "Apache HttpClient/"
          + VersionInfo.loadVersionInfo(
                  "org.apache.hc.client5", CloseableHttpClient.class.getClassLoader())
              .getRelease();

  /**
   * A connection unused for longer is tested before its use, which costs a read of up to 1 ms.
   * Under load each one is used again within the delay of echo, so the test never runs in a
   * measurement.
   */
  private static final TimeValue UNTESTED_IDLE_TIME = TimeValue.ofSeconds(2);

  private final EchoSettings settings;
  private final URI uri;
  private final ConnectionConfig connections;
  private final PoolingHttpClientConnectionManager pool;
  private final CloseableHttpClient client;
  private final RestClient http;
  private final CallLimit limit;

  BlockingEchoClient(EchoSettings settings) {
    this.settings = settings;
    uri = settings.echoUri();
    limit = new CallLimit(settings);
    connections = connections(settings);
    pool = pool(settings, connections);
    client = client(pool, requests(settings));
    http =
        RestClient.builder()
            .requestFactory(new HttpComponentsClientHttpRequestFactory(client))
            .build();
  }

  private static ConnectionConfig connections(EchoSettings settings) {
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
  private static PoolingHttpClientConnectionManager pool(
      EchoSettings settings, ConnectionConfig connections) {
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setMaxConnTotal(settings.maxConnections())
        .setMaxConnPerRoute(settings.maxConnections())
        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.STRICT)
        .setConnPoolPolicy(PoolReusePolicy.LIFO)
        .setDefaultConnectionConfig(connections)
        .build();
  }

  /** No idle connection is too old to be used, as in the pools of the models on event loops. */
  static RequestConfig requests(EchoSettings settings) {
    return RequestConfig.custom()
        .setConnectionRequestTimeout(Timeout.of(settings.acquireTimeout()))
        .setResponseTimeout(Timeout.of(settings.timeout()))
        .setConnectionKeepAlive(TimeValue.NEG_ONE_MILLISECOND)
        .setProtocolUpgradeEnabled(false)
        .build();
  }

  /** Client without retries, redirects and TLS upgrade: one call is one request to echo. */
  private static CloseableHttpClient client(
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

  public String ask() {
    if (limit.isNone()) {
      return call();
    }
    limit.enter();
    try {
      return call();
    } finally {
      limit.leave();
    }
  }

  private String call() {
    try {
      return http.get()
          .uri(uri)
          .accept(MediaType.TEXT_PLAIN)
          .exchangeForRequiredValue((request, response) -> body(response));
    } catch (RestClientException e) {
      throw failure(e);
    }
  }

  /** Limits in force. The pool lets any number of callers wait, so as many as there are threads. */
  public Settings.Client settings() {
    RequestConfig requests = ((Configurable) client).getConfig();
    return new Settings.EchoClient(
        settings.url(),
        Math.min(pool.getMaxTotal(), pool.getDefaultMaxPerRoute()),
        Settings.NO_LIMIT,
        limit.most(),
        requests.getConnectionRequestTimeout().toMilliseconds(),
        connections.getConnectTimeout().toMilliseconds(),
        requests.getResponseTimeout().toMilliseconds());
  }

  @Override
  public void close() {
    client.close(CloseMode.GRACEFUL);
  }

  private static String body(ConvertibleClientHttpResponse response) throws IOException {
    int status = response.getStatusCode().value();
    if (status != 200) {
      throw EchoFailure.answered(status);
    }
    String body = response.bodyTo(String.class);
    return body == null ? "" : body;
  }

  RuntimeException failure(RestClientException failure) {
    return switch (ioCause(failure)) {
      case ConnectionRequestTimeoutException e ->
          EchoFailure.poolExhausted(settings.acquireTimeout());
      // The time was up before it was this thread's turn to look into the pool.
      case RequestFailedException e when e.getCause() instanceof DeadlineTimeoutException ->
          EchoFailure.poolExhausted(settings.acquireTimeout());
      case ConnectTimeoutException e -> EchoFailure.notConnected(settings.connectTimeout());
      case SocketTimeoutException e -> EchoFailure.silent(settings.timeout());
      case ConnectException e -> lost(EchoFailure.refused(settings.url()));
      case UnknownHostException e -> lost(EchoFailure.refused(settings.url()));
      // The thread of a client that left is interrupted, which closes its own connection.
      case SocketException e when Thread.currentThread().isInterrupted() -> EchoFailure.closed();
      case SocketException e -> lost(EchoFailure.closed());
      case NoHttpResponseException e -> lost(EchoFailure.closed());
      case ConnectionClosedException e -> lost(EchoFailure.closed());
      case IOException e -> EchoFailure.unreadable();
      case null -> failure;
    };
  }

  /**
   * A blocking pool does not see that echo closed an idle connection, so each one would cost a 502
   * after a restart of echo. One loss is taken as a sign for all that are idle.
   */
  private EchoFailure lost(EchoFailure failure) {
    pool.closeIdle(TimeValue.ZERO_MILLISECONDS);
    return failure;
  }

  private static IOException ioCause(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof IOException)) {
      cause = cause.getCause();
    }
    return (IOException) cause;
  }
}
