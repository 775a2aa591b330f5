package dev.tierbench.server.spring.tomcat;

import dev.tierbench.server.Settings;
import java.util.Optional;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.stereotype.Component;

/** The running connector and its threads. */
@Component
public record TomcatConnector(WebServerApplicationContext context) {

  /** Name of the model by the kind of thread that serves a request. */
  public String model() {
    return protocol().getExecutor() instanceof VirtualThreadExecutor
        ? "tomcat-virtual"
        : "tomcat-platform";
  }

  /**
   * The limits in force. A thread per request that is virtual has no pool, and so no limit.
   *
   * @param eventLoops threads of the client; empty when it has none
   */
  public Settings.Server settings(Optional<Integer> eventLoops) {
    AbstractHttp11Protocol<?> protocol = protocol();
    Optional<ThreadPoolExecutor> threads =
        Optional.of(protocol.getExecutor())
            .filter(ThreadPoolExecutor.class::isInstance)
            .map(ThreadPoolExecutor.class::cast);
    return new Settings.Server(
        protocol instanceof Http11NioProtocol ? "nio" : protocol.getClass().getSimpleName(),
        eventLoops,
        threads.map(ThreadPoolExecutor::getMaximumPoolSize),
        threads.map(ThreadPoolExecutor::getCorePoolSize),
        Optional.of(protocol.getMaxConnections()),
        protocol.getAcceptCount(),
        protocol.getKeepAliveTimeout(),
        protocol.getMaxKeepAliveRequests());
  }

  private AbstractHttp11Protocol<?> protocol() {
    TomcatWebServer tomcat = (TomcatWebServer) context.getWebServer();
    return (AbstractHttp11Protocol<?>) tomcat.getTomcat().getConnector().getProtocolHandler();
  }
}
