package dev.tierbench.tomcat;

import dev.tierbench.server.Settings;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.servlet.Echo;
import dev.tierbench.servlet.WebClientEcho;
import java.util.Optional;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The settings in force, read from the running connector, its threads and the client. */
@RestController
record SettingsController(WebServerApplicationContext context, Echo echo) {

  @GetMapping(path = "/settings", produces = MediaType.APPLICATION_JSON_VALUE)
  Settings settings() {
    AbstractHttp11Protocol<?> protocol = protocol();
    return Settings.of(
        model(protocol),
        server(protocol),
        echo.settings(),
        SpringServerConfiguration.versions(ServerInfo.getServerInfo(), echo.version()));
  }

  private String model(AbstractHttp11Protocol<?> protocol) {
    if (echo instanceof WebClientEcho) {
      return "tomcat-webclient";
    }
    return protocol.getExecutor() instanceof VirtualThreadExecutor
        ? "tomcat-virtual"
        : "tomcat-platform";
  }

  private AbstractHttp11Protocol<?> protocol() {
    TomcatWebServer tomcat = (TomcatWebServer) context.getWebServer();
    return (AbstractHttp11Protocol<?>) tomcat.getTomcat().getConnector().getProtocolHandler();
  }

  /** A thread per request that is virtual has no pool, and so no limit. */
  private Settings.Server server(AbstractHttp11Protocol<?> protocol) {
    Optional<ThreadPoolExecutor> threads =
        Optional.of(protocol.getExecutor())
            .filter(ThreadPoolExecutor.class::isInstance)
            .map(ThreadPoolExecutor.class::cast);
    return new Settings.Server(
        protocol instanceof Http11NioProtocol ? "nio" : protocol.getClass().getSimpleName(),
        echo.eventLoops(),
        threads.map(ThreadPoolExecutor::getMaximumPoolSize),
        threads.map(ThreadPoolExecutor::getCorePoolSize),
        Optional.of(protocol.getMaxConnections()),
        protocol.getAcceptCount(),
        protocol.getKeepAliveTimeout(),
        protocol.getMaxKeepAliveRequests());
  }
}
