package dev.tierbench.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.tier.ComposeFile.Service;
import dev.tierbench.harness.tier.database.PostgresClusters;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The compose file of the servers with a database behind them says what a local sweep does. */
class DatabaseComposeFileTest {

  private static final String FILE = "docker-compose.database.yml";
  private static final String TIER = "dev.tierbench.tier";

  private static Map<String, Service> services() throws IOException {
    return ComposeFile.read(FILE, Map.of("DATABASE_PASSWORD", "secret")).services();
  }

  private static Map<String, Service> servers() throws IOException {
    return services().values().stream()
        .filter(service -> service.map("labels").containsKey(TIER))
        .collect(Collectors.toMap(service -> service.map("labels").get(TIER).toString(), s -> s));
  }

  private static Map<String, ServerDescriptor> descriptors() {
    return Plans.SERVERS.onDatabase().byName().entrySet().stream()
        .filter(server -> server.getValue().callsDatabase())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void theDatabaseHasTheSettingsOfOneThatASweepStarts() throws IOException {
    assertThat(services().get("database").list("command"))
        .isEqualTo(List.copyOf(PostgresClusters.settings()));
    assertThat(services().get("database").map("environment").get("DATABASE_PORT"))
        .hasToString(String.valueOf(DatabaseAccess.PORT));
  }

  @Test
  void everyServerThatCanCallADatabaseHasAServiceWithItsOptions() throws IOException {
    Map<String, Service> servers = servers();
    Map<String, ServerDescriptor> descriptors = descriptors();
    assertThat(servers.keySet()).isEqualTo(descriptors.keySet());
    servers.forEach((name, server) -> {
      ServerDescriptor descriptor = descriptors.get(name);
      Map<?, ?> arguments = (Map<?, ?>) server.map("build").get("args");
      assertThat(arguments.get("MODULE")).as(name).isEqualTo(descriptor.module().orElseThrow());
      String url = server.map("labels").get("dev.tierbench.url").toString();
      String port = url.substring(url.lastIndexOf(':') + 1);
      List<Object> expected = new ArrayList<>(descriptor.options());
      expected.add("--server.port=" + port);
      expected.add("--database.url=postgresql://127.0.0.1:" + DatabaseAccess.PORT + "/tierbench");
      expected.add("--database.application=tierbench-" + port);
      assertThat(server.list("command")).as(name).isEqualTo(expected);
      assertThat(server.map("labels").get("dev.tierbench.downstream")).isEqualTo("postgres");
      assertThat(server.list("profiles"))
          .as(name)
          .isEqualTo(descriptor.standard() ? List.of() : List.of("all"));
    });
  }

  @Test
  void noPasswordIsInTheFile() throws IOException {
    assertThat(ComposeFile.defaults(FILE)).doesNotContainKey("DATABASE_PASSWORD");
  }
}
