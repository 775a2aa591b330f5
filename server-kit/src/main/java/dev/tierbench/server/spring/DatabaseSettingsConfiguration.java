package dev.tierbench.server.spring;

import dev.tierbench.server.database.DatabaseSettings;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The settings of the database, for a server whose third tier it is. */
@Configuration(proxyBeanMethods = false)
public class DatabaseSettingsConfiguration {

  @Bean
  DatabaseSettings databaseSettings(Environment environment) {
    return Binder.get(environment).bind("database", DatabaseSettings.class).get();
  }
}
