package dev.tierbench.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.ModelSuite;
import dev.tierbench.contract.ServerUnderTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Both models keep the contract and show the limits of their threads. */
@CsvSource({"jetty-platform, false, 4000, 10", "jetty-virtual, true,,"})
class JettyModelsTest extends ModelSuite {
  @Parameter(1)
  boolean virtual;

  @Parameter(2)
  Integer maxThreads;

  @Parameter(3)
  Integer spareThreads;

  @Override
  protected ServerUnderTest start(EchoStub echo) {
    ConfigurableApplicationContext context =
        SpringApplication.run(
            JettyServer.class,
            ServerUnderTest.options(echo, "--spring.threads.virtual.enabled=" + virtual));
    return new ServerUnderTest(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class),
        context::close);
  }

  @Test
  void theSettingsShowTheConnectorAndItsThreads() {
    assertThat(server.settings())
        .containsEntry("transport", "nio")
        .containsEntry("event_loops", null)
        .containsEntry("max_threads", maxThreads)
        .containsEntry("min_spare_threads", spareThreads)
        .containsEntry("max_connections", 8192)
        .containsEntry("accept_count", 8192);
    assertThat(version("spring_boot")).startsWith("4.");
    assertThat(version("server")).startsWith("Eclipse Jetty/12.");
    assertThat(version("client")).startsWith("Apache HttpClient/5.");
  }
}
