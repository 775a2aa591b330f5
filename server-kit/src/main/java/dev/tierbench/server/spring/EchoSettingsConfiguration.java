package dev.tierbench.server.spring;

import dev.tierbench.server.EchoSettings;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The settings of echo, for a server whose third tier it is. */
@Configuration(proxyBeanMethods = false)
public class EchoSettingsConfiguration {

  @Bean
  EchoSettings echoSettings(Environment environment) {
    return Binder.get(environment).bind("echo", EchoSettings.class).get();
  }
}
