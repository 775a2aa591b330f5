package dev.tierbench.server.spring.tomcat;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.spring.ThreadCalls;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * What a server on Tomcat imports: its limits, refused where Spring Boot would ignore a bad one
 * silently, its threads and the settings of its connector.
 */
@Configuration(proxyBeanMethods = false)
@Import({ThreadCalls.class, TomcatConnector.class})
public class TomcatServerConfiguration {

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> checkedLimits(
      ServerProperties server, TomcatServerProperties limits) {
    InvalidSetting.unlessPort("server.port", server.getPort());
    check(limits);
    return factory -> {};
  }

  private static void check(TomcatServerProperties limits) {
    int maxThreads = limits.getThreads().getMax();
    InvalidSetting.unlessPositive("server.tomcat.threads.max", maxThreads);
    InvalidSetting.unlessUpTo(
        "server.tomcat.threads.max",
        maxThreads,
        "server.tomcat.threads.min-spare",
        limits.getThreads().getMinSpare());
    InvalidSetting.unlessPositive("server.tomcat.max-connections", limits.getMaxConnections());
    InvalidSetting.unlessPositive("server.tomcat.accept-count", limits.getAcceptCount());
  }
}
