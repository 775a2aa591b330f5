package dev.tierbench.database.tomcat;

import dev.tierbench.server.jdbc.JdbcDatabaseClient;
import dev.tierbench.server.spring.DatabaseSettingsConfiguration;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.server.spring.tomcat.TomcatServerConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The server under test of the blocking model in front of PostgreSQL. */
@SpringBootApplication(proxyBeanMethods = false)
@Import({
  SpringServerConfiguration.class,
  TomcatServerConfiguration.class,
  DatabaseSettingsConfiguration.class,
  JdbcDatabaseClient.class
})
class TomcatDatabaseServer {
  public static void main(String[] args) {
    SpringApplication.run(TomcatDatabaseServer.class, args);
  }
}
