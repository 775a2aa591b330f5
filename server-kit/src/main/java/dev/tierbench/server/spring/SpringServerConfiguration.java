package dev.tierbench.server.spring;

import dev.tierbench.server.Settings;
import java.util.Optional;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.SpringVersion;

/** What a server on Spring imports: {@code /health} and the errors. */
@Configuration(proxyBeanMethods = false)
@Import({ErrorAdvice.class, HealthController.class})
public class SpringServerConfiguration {

  /** Versions of Spring and of the libraries of server and client. */
  public static Settings.Versions versions(String server, String client) {
    return new Settings.Versions(
        Optional.of(SpringBootVersion.getVersion()),
        Optional.ofNullable(SpringVersion.getVersion()),
        server,
        client);
  }
}
