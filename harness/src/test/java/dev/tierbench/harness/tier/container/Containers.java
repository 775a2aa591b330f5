package dev.tierbench.harness.tier.container;

import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A container as a real engine reported it, and others like it. */
final class Containers {
  private Containers() {}

  static Container tomcat() {
    try (InputStream reported =
        Containers.class.getResourceAsStream("/docker-inspect-20.10.24-tomcat.json")) {
      String json = new String(reported.readAllBytes(), StandardCharsets.UTF_8);
      return Container.of(RunJson.parse(json).path(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Container container(String tier, int port, Optional<String> cpus) {
    return container(tier, port, cpus, Optional.of(3L << 30), "host", 20_000);
  }

  static Container container(
      String tier,
      int port,
      Optional<String> cpus,
      Optional<Long> memory,
      String network,
      long openFiles) {
    return ContainerBuilder.stagedBuilder()
        .id("id-" + tier)
        .name("p_" + tier + "_1")
        .project("p")
        .tier(tier)
        .downstream("")
        .url("http://127.0.0.1:" + port)
        .image("tierbench/" + tier)
        .imageId("sha256:0")
        .running(true)
        .pid(1)
        .startedAt("2026-01-01T00:00:00Z")
        .exitCode(0)
        .outOfMemory(false)
        .command(List.of("java", "-Xmx1g", "-jar", "app.jar", "--server.port=" + port))
        .network(network)
        .cpus(cpus)
        .quota(Optional.empty())
        .memoryBytes(memory)
        .openFiles(Optional.of(openFiles))
        .build();
  }

  static ComposeProject project(Container... containers) {
    return project(List.of("echo", "tomcat-platform", "webflux-reactor"), containers);
  }

  /** A project of which a sweep needs those tiers. */
  static ComposeProject project(List<String> tiers, Container... containers) {
    return new ComposeProject(
        new Engine.Identity("20.10", "this-host"), "p", List.of(containers), tiers);
  }
}
