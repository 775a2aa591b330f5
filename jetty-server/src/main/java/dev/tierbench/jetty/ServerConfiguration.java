package dev.tierbench.jetty;

import dev.tierbench.server.InvalidSetting;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jetty.autoconfigure.JettyServerProperties;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The limits of the server, refused where Spring Boot would ignore a bad one silently. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

  @Bean
  WebServerFactoryCustomizer<JettyServletWebServerFactory> checkedLimits(
      ServerProperties server,
      JettyServerProperties limits,
      @Value("${jetty.accept-count}") int acceptCount) {
    InvalidSetting.unlessPort("server.port", server.getPort());
    int maxThreads = limits.getThreads().getMax();
    InvalidSetting.unlessPositive("server.jetty.threads.max", maxThreads);
    InvalidSetting.unlessUpTo(
        "server.jetty.threads.max",
        maxThreads,
        "server.jetty.threads.min",
        limits.getThreads().getMin());
    InvalidSetting.unlessPositive("server.jetty.max-connections", limits.getMaxConnections());
    InvalidSetting.unlessPositive("jetty.accept-count", acceptCount);
    return factory -> factory.addServerCustomizers(jetty -> limit(jetty, acceptCount));
  }

  /**
   * Spring Boot has no setting for the backlog, and caps virtual threads by the size of the pool
   * that they replace.
   */
  private static void limit(Server jetty, int acceptCount) {
    for (Connector connector : jetty.getConnectors()) {
      ((ServerConnector) connector).setAcceptQueueSize(acceptCount);
    }
    if (jetty.getThreadPool() instanceof VirtualThreadPool virtual) {
      virtual.setMaxConcurrentTasks(0);
    }
  }
}
