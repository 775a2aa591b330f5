package dev.tierbench.database.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.BlockingGuard;
import dev.tierbench.contract.ServerUnderTest;
import dev.tierbench.contract.database.DatabaseDownstream;
import dev.tierbench.contract.database.DatabaseSuite;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Every model keeps the contract of a server in front of PostgreSQL. */
@Tag("alone")
@MethodSource("models")
class NettyDatabaseModelsTest extends DatabaseSuite {

  static List<String> models() {
    return Models.ALL;
  }

  @Override
  protected ServerUnderTest start(DatabaseDownstream database) {
    return started(options(database, "--netty.model=" + model));
  }

  @Test
  void theSettingsShowTheEventLoopsAndTheDriver() {
    assertThat(server.settings())
        .containsEntry("transport", "epoll")
        .containsEntry("event_loops", Math.max(4, Runtime.getRuntime().availableProcessors()))
        .containsEntry("max_threads", null)
        .doesNotContainKey("echo_url");
    assertThat(version("server")).matches("reactor-netty/1\\..+ netty/4\\..+");
    assertThat(version("client"))
        .matches(
            Models.blocks(model)
                ? "pgjdbc 42\\..+, HikariCP 7\\..+"
                : "r2dbc-postgresql 1\\..+, r2dbc-pool 1\\..+");
  }

  /** The first request of a kind reads classes and their resources from jars, and no later one. */
  @Test
  void noEventLoopIsBlocked() {
    requests();
    assertThat(BlockingGuard.blockedDuring(this::requests)).isEmpty();
  }

  private void requests() {
    for (String path :
        List.of(
            "/sleep?query=sleep(1ms)",
            "/sleep?query=point",
            "/sleep?query=tx(3)&calls=2",
            "/settings",
            "/health")) {
      assertThat(server.getConcurrently(path, 20))
          .extracting(HttpResponse::statusCode)
          .containsOnly(200);
    }
  }

  static ServerUnderTest started(String... options) {
    ConfigurableApplicationContext context =
        SpringApplication.run(NettyDatabaseServer.class, options);
    return new ServerUnderTest(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class),
        context::close);
  }
}
