package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings shown are those in force, whatever was asked for on the command line. */
class SettingsTest {

  @Test
  void theDefaultsAreAboveTheTopLevel() {
    try (EchoStub echo = new EchoStub();
        RunningServer server = new RunningServer(echo)) {
      JsonNode settings = settings(server);
      assertThat(settings.get("schema").asString()).isEqualTo("tierbench/settings/1");
      assertThat(settings.get("model").asString()).isEqualTo("webflux-reactor");
      assertThat(settings.get("transport").asString()).isEqualTo("epoll");
      assertThat(settings.get("event_loops").asInt())
          .isEqualTo(Math.max(4, Runtime.getRuntime().availableProcessors()));
      assertThat(settings.get("max_threads").isNull()).isTrue();
      assertThat(settings.get("min_spare_threads").isNull()).isTrue();
      assertThat(settings.get("max_connections").isNull()).isTrue();
      assertThat(settings.get("accept_count").asInt()).isGreaterThanOrEqualTo(4096);
      assertThat(settings.get("keep_alive_timeout_ms").asInt()).isEqualTo(-1);
      assertThat(settings.get("max_keep_alive_requests").asInt()).isEqualTo(-1);
      assertThat(settings.get("client_max_connections").asInt()).isEqualTo(8192);
      assertThat(settings.get("client_pending_acquire_max").asInt()).isEqualTo(-1);
      assertThat(settings.get("client_acquire_timeout_ms").asInt()).isEqualTo(300);
      assertThat(settings.get("connect_timeout_ms").asInt()).isEqualTo(2000);
      assertThat(settings.get("response_timeout_ms").asInt()).isEqualTo(500);
      assertThat(settings.get("echo_url").asString()).isEqualTo(echo.url());
      assertThat(settings.get("cores_seen").asInt())
          .isEqualTo(Runtime.getRuntime().availableProcessors());
      assertThat(settings.get("heap_max_bytes").asLong())
          .isEqualTo(Runtime.getRuntime().maxMemory());
      assertThat(settings.get("jvm_version").asString()).contains(Runtime.version().toString());
      assertThat(settings.get("jvm_flags").size())
          .isEqualTo(ManagementFactory.getRuntimeMXBean().getInputArguments().size());
      assertThat(settings.get("gc").asString()).isNotBlank();
      assertThat(settings.get("versions").get("spring_boot").asString()).matches("4\\.\\d.*");
      assertThat(settings.get("versions").get("server").asString())
          .matches("reactor-netty/1\\..+ netty/4\\..+");
      assertThat(settings.get("versions").get("client").asString())
          .matches("reactor-netty/1\\..+ netty/4\\..+");
    }
  }

  @Test
  void anOptionOfTheCommandLineIsInForce() {
    try (EchoStub echo = new EchoStub();
        RunningServer server =
            new RunningServer(
                echo,
                "--netty.event-loops=3",
                "--netty.accept-count=5000",
                "--server.netty.idle-timeout=9s",
                "--echo.max-connections=77",
                "--echo.connect-timeout=1s")) {
      JsonNode settings = settings(server);
      assertThat(settings.get("event_loops").asInt()).isEqualTo(3);
      assertThat(settings.get("accept_count").asInt()).isEqualTo(5000);
      assertThat(settings.get("keep_alive_timeout_ms").asInt()).isEqualTo(9000);

      assertThat(settings.get("client_max_connections").asInt()).isEqualTo(77);
      assertThat(settings.get("connect_timeout_ms").asInt()).isEqualTo(1000);
    }
  }

  @ParameterizedTest
  @FieldSource("dev.tierbench.netty.Models#ALL")
  void everyModelNamesItselfAndItsClient(String model) {
    try (EchoStub echo = new EchoStub();
        RunningServer server = new RunningServer(echo, "--netty.model=" + model)) {
      JsonNode settings = settings(server);
      assertThat(settings.get("model").asString()).isEqualTo(model);
      assertThat(settings.get("client_max_connections").asInt()).isEqualTo(8192);
      assertThat(settings.get("client_acquire_timeout_ms").asInt()).isEqualTo(300);
      assertThat(settings.get("connect_timeout_ms").asInt()).isEqualTo(2000);
      assertThat(settings.get("response_timeout_ms").asInt()).isEqualTo(500);
      assertThat(settings.get("versions").get("client").asString())
          .startsWith(Models.blocks(model) ? "Apache HttpClient/5" : "reactor-netty/1");
    }
  }

  @Test
  void theCapOfTheElasticPoolIsShown() {
    try (EchoStub echo = new EchoStub();
        RunningServer server = new RunningServer(echo, "--netty.model=webflux-elastic")) {
      assertThat(settings(server).get("max_threads").asInt())
          .isEqualTo(10 * Runtime.getRuntime().availableProcessors());
    }
  }

  private static JsonNode settings(RunningServer server) {
    return JsonMapper.shared().readTree(server.get("/settings").body());
  }
}
