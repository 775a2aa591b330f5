package dev.tierbench.database.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.ServerUnderTest;
import dev.tierbench.contract.database.DatabaseDownstream;
import dev.tierbench.contract.database.DatabaseSuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Both models keep the contract of a server in front of PostgreSQL. */
@CsvSource({"tomcat-platform, false, 4000", "tomcat-virtual, true,"})
class TomcatDatabaseModelsTest extends DatabaseSuite {
  @Parameter(1)
  boolean virtual;

  @Parameter(2)
  Integer maxThreads;

  @Override
  protected ServerUnderTest start(DatabaseDownstream database) {
    return started(options(database, "--spring.threads.virtual.enabled=" + virtual));
  }

  @Test
  void theSettingsShowTheThreadsAndTheDriver() {
    assertThat(server.settings())
        .containsEntry("transport", "nio")
        .containsEntry("event_loops", null)
        .containsEntry("max_threads", maxThreads)
        .doesNotContainKey("echo_url");
    assertThat(version("server")).startsWith("Apache Tomcat/11.");
    assertThat(version("client")).matches("pgjdbc 42\\..+, HikariCP 7\\..+");
  }

  static ServerUnderTest started(String... options) {
    ConfigurableApplicationContext context =
        SpringApplication.run(TomcatDatabaseServer.class, options);
    return new ServerUnderTest(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class),
        context::close);
  }
}
