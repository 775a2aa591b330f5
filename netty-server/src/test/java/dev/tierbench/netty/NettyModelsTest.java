package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.BlockingGuard;
import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.EchoStub.Manner;
import dev.tierbench.contract.ModelSuite;
import dev.tierbench.contract.ServerUnderTest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Every model keeps the contract, shows its limits and blocks no event loop. */
@MethodSource("models")
class NettyModelsTest extends ModelSuite {
  @Override
  protected ServerUnderTest start(EchoStub echo) {
    return started(echo, "--netty.model=" + model);
  }

  /** In netty-coroutine, which compiles this class too, the one that netty-server has not. */
  static List<String> models() {
    return Models.ALL.contains(Models.COROUTINE) ? List.of(Models.COROUTINE) : Models.ALL;
  }

  @Test
  void theSettingsShowTheEventLoopsAndTheClient() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(server.settings())
        .containsEntry("transport", "epoll")
        .containsEntry("event_loops", Math.max(4, cores))
        .containsEntry("max_threads", model.equals(Models.ELASTIC) ? 10 * cores : null)
        .containsEntry("min_spare_threads", null)
        .containsEntry("max_connections", null);
    String netty = "reactor-netty/1\\..+ netty/4\\..+";
    assertThat(version("spring_boot")).startsWith("4.");
    assertThat(version("server")).matches(netty);
    assertThat(version("client"))
        .matches(Models.blocks(model) ? "Apache HttpClient/5\\..+" : netty);
  }

  /** The first request of a kind reads classes and their resources from jars, and no later one. */
  @Test
  void noEventLoopIsBlocked() {
    requests();
    assertThat(BlockingGuard.blockedDuring(this::requests)).isEmpty();
  }

  private void requests() {
    for (String path : List.of("/sleep", "/settings", "/health")) {
      assertThat(server.getConcurrently(path, 20))
          .extracting(HttpResponse::statusCode)
          .containsOnly(200);
    }
    echo.behave(Manner.CLOSE_IN_BODY);
    assertThat(server.get("/sleep").statusCode()).isEqualTo(502);
    echo.behave(Manner.ANSWER);
  }

  static ServerUnderTest started(EchoStub echo, String... more) {
    ConfigurableApplicationContext context =
        SpringApplication.run(NettyServer.class, ServerUnderTest.options(echo, more));
    return new ServerUnderTest(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class),
        context::close);
  }
}
