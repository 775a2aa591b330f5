package dev.tierbench.database.netty;

import dev.tierbench.server.jdbc.JdbcDatabaseClient;
import dev.tierbench.server.spring.DatabaseSettingsConfiguration;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.reactor.ReactorServerConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/** The server under test of the reactive models in front of PostgreSQL. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import({
  SpringServerConfiguration.class,
  ReactorServerConfiguration.class,
  DatabaseSettingsConfiguration.class,
  JdbcDatabaseClient.class
})
class NettyDatabaseServer {
  public static void main(String[] args) {
    SpringApplication.run(NettyDatabaseServer.class, args);
  }
}
