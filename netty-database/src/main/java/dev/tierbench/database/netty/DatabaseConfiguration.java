package dev.tierbench.database.netty;

import dev.tierbench.server.database.DatabaseSettings;
import dev.tierbench.server.r2dbc.R2dbcDatabaseClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.ReactorResourceFactory;

/** The client of the models whose threads do not wait, on the event loops of the server. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

  @Bean
  @Lazy
  R2dbcDatabaseClient r2dbcDatabaseClient(
      DatabaseSettings settings, ReactorResourceFactory resources) {
    return new R2dbcDatabaseClient(settings, resources.getLoopResources());
  }
}
