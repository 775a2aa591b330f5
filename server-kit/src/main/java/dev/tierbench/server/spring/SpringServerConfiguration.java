package dev.tierbench.server.spring;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.Settings;
import java.util.Optional;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.SpringVersion;
import org.springframework.core.env.Environment;

/** What a server on Spring imports: {@code /health}, the errors and the settings of echo. */
@Configuration(proxyBeanMethods = false)
@Import({ErrorAdvice.class, HealthController.class})
public class SpringServerConfiguration {

  @Bean
  EchoSettings echoSettings(Environment environment) {
    return Binder.get(environment).bind("echo", EchoSettings.class).get();
  }

  /** Versions of Spring and of the libraries of server and client. */
  public static Settings.Versions versions(String server, String client) {
    return new Settings.Versions(
        Optional.of(SpringBootVersion.getVersion()),
        Optional.ofNullable(SpringVersion.getVersion()),
        server,
        client);
  }
}
