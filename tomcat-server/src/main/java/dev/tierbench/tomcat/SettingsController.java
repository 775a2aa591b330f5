package dev.tierbench.tomcat;

import java.util.Optional;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.util.VersionInfo;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The settings in force, read from the running connector, its threads and the client. */
@RestController
final class SettingsController {
  /** Read once: it comes from a file in a jar. */
  private static final String CLIENT_VERSION =
      "Apache HttpClient/"
          + VersionInfo.loadVersionInfo(
                  "org.apache.hc.client5", CloseableHttpClient.class.getClassLoader())
              .getRelease();

  /** The pool lets any number wait: as many as there are threads. */
  private static final int UNLIMITED_PENDING = -1;

  private final WebServerApplicationContext context;
  private final PoolingHttpClientConnectionManager pool;
  private final ConnectionConfig connections;
  private final CloseableHttpClient http;
  private final EchoSettings echo;

  SettingsController(
      WebServerApplicationContext context,
      PoolingHttpClientConnectionManager pool,
      ConnectionConfig connections,
      CloseableHttpClient http,
      EchoSettings echo) {
    this.context = context;
    this.pool = pool;
    this.connections = connections;
    this.http = http;
    this.echo = echo;
  }

  @GetMapping(path = "/settings", produces = MediaType.APPLICATION_JSON_VALUE)
  Settings settings() {
    AbstractHttp11Protocol<?> protocol = protocol();
    return Settings.of(
        protocol.getExecutor() instanceof VirtualThreadExecutor
            ? "tomcat-virtual"
            : "tomcat-platform",
        server(protocol),
        client(),
        ServerInfo.getServerInfo(),
        CLIENT_VERSION);
  }

  private AbstractHttp11Protocol<?> protocol() {
    TomcatWebServer tomcat = (TomcatWebServer) context.getWebServer();
    return (AbstractHttp11Protocol<?>) tomcat.getTomcat().getConnector().getProtocolHandler();
  }

  /** A thread per request that is virtual has no pool, and so no limit. */
  private static Settings.Server server(AbstractHttp11Protocol<?> protocol) {
    Optional<ThreadPoolExecutor> threads =
        Optional.of(protocol.getExecutor())
            .filter(ThreadPoolExecutor.class::isInstance)
            .map(ThreadPoolExecutor.class::cast);
    return new Settings.Server(
        protocol instanceof Http11NioProtocol ? "nio" : protocol.getClass().getSimpleName(),
        null,
        threads.map(ThreadPoolExecutor::getMaximumPoolSize).orElse(null),
        threads.map(ThreadPoolExecutor::getCorePoolSize).orElse(null),
        protocol.getMaxConnections(),
        protocol.getAcceptCount(),
        protocol.getKeepAliveTimeout(),
        protocol.getMaxKeepAliveRequests());
  }

  private Settings.Client client() {
    RequestConfig requests = ((Configurable) http).getConfig();
    return new Settings.Client(
        echo.url(),
        Math.min(pool.getMaxTotal(), pool.getDefaultMaxPerRoute()),
        UNLIMITED_PENDING,
        requests.getConnectionRequestTimeout().toMilliseconds(),
        connections.getConnectTimeout().toMilliseconds(),
        requests.getResponseTimeout().toMilliseconds());
  }
}
