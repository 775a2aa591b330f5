package dev.tierbench.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.ModelSuite;
import dev.tierbench.contract.ServerUnderTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** All models keep the contract and show the limits of their threads. */
@CsvSource({
  "tomcat-platform, false, httpclient, 4000, 10, Apache HttpClient/5.",
  "tomcat-virtual, true, httpclient,,, Apache HttpClient/5.",
  "tomcat-webclient, false, webclient, 4000, 10, reactor-netty/1."
})
class TomcatModelsTest extends ModelSuite {
  @Parameter(1)
  boolean virtual;

  @Parameter(2)
  String client;

  @Parameter(3)
  Integer maxThreads;

  @Parameter(4)
  Integer spareThreads;

  @Parameter(5)
  String library;

  @Override
  protected ServerUnderTest start(EchoStub echo) {
    return started(echo, "--spring.threads.virtual.enabled=" + virtual, "--echo.client=" + client);
  }

  @Test
  void theSettingsShowTheConnectorAndItsThreads() {
    assertThat(server.settings())
        .containsEntry("transport", "nio")
        .satisfies(settings ->
            assertThat(settings.get("event_loops") != null).isEqualTo(client.equals("webclient")))
        .containsEntry("max_threads", maxThreads)
        .containsEntry("min_spare_threads", spareThreads)
        .containsEntry("max_connections", 8192);
    assertThat(version("spring_boot")).startsWith("4.");
    assertThat(version("server")).startsWith("Apache Tomcat/11.");
    assertThat(version("client")).startsWith(library);
  }

  static ServerUnderTest started(EchoStub echo, String... more) {
    ConfigurableApplicationContext context =
        SpringApplication.run(TomcatServer.class, ServerUnderTest.options(echo, more));
    return new ServerUnderTest(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class),
        context::close);
  }
}
