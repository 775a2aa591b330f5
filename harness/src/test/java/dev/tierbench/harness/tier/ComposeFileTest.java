package dev.tierbench.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.tier.ComposeFile.Service;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.Plan.Pinning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Containers and processes are only comparable when they run the same with the same options. */
class ComposeFileTest {

  private static final String COMPOSE = "docker-compose.yml";
  private static final String BRIDGE = "docker-compose.bridge.yml";
  private static final String TIER = "dev.tierbench.tier";
  private static final String ECHO = "echo";

  /** Of the servers whose images are built here. */
  private static final Map<String, ServerDescriptor> DESCRIPTORS =
      Plans.SERVERS.byName().entrySet().stream()
          .filter(server -> server.getValue().module().isPresent())
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  /** By the tier that their label names. */
  private static Map<String, Service> tiers(Map<String, String> settings) throws IOException {
    return ComposeFile.read(COMPOSE, settings).services().values().stream()
        .filter(service -> service.map("labels").containsKey(TIER))
        .collect(Collectors.toMap(service -> service.map("labels").get(TIER).toString(), s -> s));
  }

  private static Map<String, Service> servers() throws IOException {
    Map<String, Service> servers = new LinkedHashMap<>(tiers(ComposeFile.environment()));
    servers.remove(ECHO);
    return servers;
  }

  /** The variable of .env that is the port of a server: its alias or name in capitals. */
  private static String portVariable(String server) {
    return DESCRIPTORS.get(server).alias().orElse(server).toUpperCase(Locale.ROOT).replace('-', '_')
        + "_PORT";
  }

  @Test
  void theJvmsInContainersGetTheOptionsOfALocalSweep() throws IOException {
    Map<String, List<String>> local =
        JvmOptions.byTier("1g", new Pinning(Pinning.OFF, Map.of(), ""), false);
    assertThat(servers().values())
        .allSatisfy(server -> assertThat(server.jvmOptions()).isEqualTo(local.get("server")));
    assertThat(tiers(Map.of()).get(ECHO).jvmOptions()).isEqualTo(local.get(ECHO));
  }

  @Test
  void everyImageIsLabelledWithTheVersionOfTheProject() throws IOException {
    String pom = Files.readString(Path.of("..", "pom.xml"));
    Matcher version = Pattern.compile("<version>([^<]+)</version>").matcher(pom);
    assertThat(version.find()).isTrue();
    for (String file : List.of(COMPOSE, "docker-compose.database.yml")) {
      assertThat(ComposeFile.read(file, Map.of()).services().values())
          .filteredOn(service -> !service.map("build").isEmpty())
          .isNotEmpty()
          .allSatisfy(service ->
              assertThat(((Map<?, ?>) service.map("build").get("labels")))
                  .hasToString(
                      "{org.opencontainers.image.title=tierbench, org.opencontainers.image.version="
                          + version.group(1)
                          + ", org.opencontainers.image.revision=unknown,"
                          + " org.opencontainers.image.licenses=Apache-2.0}"));
    }
  }

  @Test
  void everyDescriptorHasAServiceOfItsModuleWithItsOptions() throws IOException {
    Map<String, Service> servers = servers();
    assertThat(servers.keySet())
        .as(
            "%s has a service with the label %s: NAME for each servers/NAME.yml with a module",
            COMPOSE, TIER)
        .isEqualTo(DESCRIPTORS.keySet());
    servers.forEach((name, server) -> {
      ServerDescriptor descriptor = DESCRIPTORS.get(name);
      Map<?, ?> arguments = (Map<?, ?>) server.map("build").get("args");
      String module = descriptor.module().orElseThrow();
      assertThat(arguments.get("MODULE")).describedAs(name).isEqualTo(module);
      assertThat(server.text("image")).isEqualTo("tierbench/" + module + ":latest");
      List<Object> expected = new ArrayList<>(descriptor.options());
      expected.add("--server.port=" + port(server));
      expected.add("--echo.url=http://127.0.0.1:8081");
      assertThat(server.list("command")).describedAs(name).isEqualTo(expected);
    });
  }

  @Test
  void thoseThatAreNotComparedByDefaultNeedTheProfile() throws IOException {
    servers()
        .forEach((name, server) ->
            assertThat(server.list("profiles"))
                .describedAs(name)
                .isEqualTo(DESCRIPTORS.get(name).standard() ? List.of() : List.of("all")));
  }

  @Test
  void eachServerHasAPortOfItsOwnThatAVariableMoves() throws IOException {
    Map<String, String> environment = ComposeFile.environment();
    Map<String, Service> servers = servers();
    List<String> ports = servers.values().stream().map(ComposeFileTest::port).toList();
    assertThat(ports).doesNotHaveDuplicates().doesNotContain(environment.get("ECHO_PORT"));
    for (String name : DESCRIPTORS.keySet()) {
      String variable = portVariable(name);
      assertThat(servers).as("services of " + COMPOSE).containsKey(name);
      assertThat(environment.get(variable))
          .as(
              "%s of .env, which is named after the alias of servers/%s.yml, is the port",
              variable, name)
          .isEqualTo(port(servers.get(name)));
      Service moved = tiers(Map.of(variable, "1234")).get(name);
      assertThat(port(moved)).describedAs(variable).isEqualTo("1234");
      assertThat(moved.list("command")).asString().contains("--server.port=1234");
      assertThat(moved.map("healthcheck").get("test"))
          .isEqualTo(List.of("CMD", "./healthy.sh", "1234"));
    }
  }

  private static String port(Service server) {
    return server.map("labels").get("dev.tierbench.url").toString().replaceFirst(".*:", "");
  }

  @Test
  void allServersHaveTheSameMemoryCoresAndLimits() throws IOException {
    Map<String, String> settings = Map.of("SERVER_MEMORY", "5g", "SERVER_CPUS", "4-7");
    Map<String, Service> tiers = tiers(settings);
    tiers.remove(ECHO);
    assertThat(tiers.values())
        .allSatisfy(server -> {
          assertThat(server.text("mem_limit")).isEqualTo("5g");
          assertThat(server.text("cpuset")).isEqualTo("4-7");
        });
    for (String field : List.of("entrypoint", "ulimits", "network_mode", "tmpfs", "cap_drop")) {
      assertThat(tiers.values())
          .extracting(server -> server.text(field))
          .containsOnly(tiers.get("tomcat-platform").text(field));
    }
  }

  @Test
  void theFileAndItsSettingsHaveTheSameDefaults() throws IOException {
    Map<String, String> environment = ComposeFile.environment();
    assertThat(ComposeFile.defaults(COMPOSE))
        .allSatisfy((name, value) -> {
          if (environment.containsKey(name)) {
            assertThat(value).describedAs(name).isEqualTo(environment.get(name));
          }
        });
    assertThat(ComposeFile.defaults(COMPOSE).keySet()).containsAll(environment.keySet());
  }

  @Test
  void onABridgeTheServersDifferInTheirAddressesOnly() throws IOException {
    Map<String, Service> bridged = ComposeFile.read(BRIDGE, Map.of()).services();
    ComposeFile.read(COMPOSE, Map.of())
        .services()
        .forEach((name, service) -> {
          if (service.text("network_mode").equals("host") && !name.startsWith("observer")) {
            assertThat(bridged).containsKey(name);
          }
          if (service.map("labels").containsKey("dev.tierbench.url") && !name.startsWith(ECHO)) {
            assertThat(bridged.keySet()).as("services of " + BRIDGE).contains(name);
            assertThat(
                    bridged.get(name).list("command").stream()
                        .filter(word -> !word.equals("--server.address=0.0.0.0"))
                        .map(word -> word.toString().replace("//echo-server:", "//127.0.0.1:")))
                .describedAs(name)
                .isEqualTo(service.list("command"));
            assertThat(bridged.get(name).list("ports"))
                .isEqualTo(List.of("127.0.0.1:" + port(service) + ":" + port(service)));
          }
        });
  }
}
