package dev.tierbench.harness.http.container;

import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Manifest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A container as its engine reports it.
 *
 * @param tier what it runs, by its label
 * @param url where its tier answers, by its label
 * @param pid of its first process on the engine's host; 0 when it does not run
 * @param exitCode of its last end
 * @param command the program with its arguments
 * @param cpus the cores that it is held to; empty when it may use all
 * @param openFiles the most files that it may open; empty when it has the engine's own limit
 */
record Container(
    String id,
    String name,
    String project,
    String tier,
    String url,
    String image,
    String imageId,
    boolean running,
    long pid,
    String startedAt,
    int exitCode,
    boolean outOfMemory,
    List<String> command,
    String network,
    Optional<String> cpus,
    Optional<Long> memoryBytes,
    Optional<Long> openFiles) {

  static final String TIER = "dev.tierbench.tier";
  private static final String URL = "dev.tierbench.url";
  private static final String PROJECT = "com.docker.compose.project";

  Container {
    command = List.copyOf(command);
  }

  static Container of(JsonNode reported) {
    JsonNode config = reported.path("Config");
    JsonNode labels = config.path("Labels");
    JsonNode host = reported.path("HostConfig");
    JsonNode state = reported.path("State");
    return new Container(
        reported.path("Id").asString(""),
        reported.path("Name").asString("").replaceFirst("^/", ""),
        labels.path(PROJECT).asString(""),
        labels.path(TIER).asString(""),
        labels.path(URL).asString(""),
        config.path("Image").asString(""),
        reported.path("Image").asString(""),
        state.path("Running").asBoolean(false),
        state.path("Pid").asLong(0),
        state.path("StartedAt").asString(""),
        state.path("ExitCode").asInt(0),
        state.path("OOMKilled").asBoolean(false),
        command(reported),
        host.path("NetworkMode").asString(""),
        Optional.of(host.path("CpusetCpus").asString("")).filter(Container::isRestriction),
        Optional.of(host.path("Memory").asLong(0)).filter(bytes -> bytes > 0),
        openFiles(host.path("Ulimits")));
  }

  /** An engine that held a container to all cores reports them from then on. */
  private static boolean isRestriction(String cores) {
    return !cores.isEmpty() && !CpuList.parse(cores).covers(HostFacts.REAL.online());
  }

  private static List<String> command(JsonNode reported) {
    List<String> command = new ArrayList<>();
    command.add(reported.path("Path").asString(""));
    reported.path("Args").forEach(argument -> command.add(argument.asString("")));
    return command;
  }

  private static Optional<Long> openFiles(JsonNode limits) {
    for (JsonNode limit : limits) {
      if (limit.path("Name").asString("").equals("nofile")) {
        return Optional.of(limit.path("Hard").asLong(0));
      }
    }
    return Optional.empty();
  }

  /** The options of its JVM, as far as its command shows them. */
  List<String> jvmOptions() {
    int jar = command.indexOf("-jar");
    return jar < 1 ? List.of() : command.subList(1, jar);
  }

  /** Where it answers; the label is ours, so a wrong one is a defect of the compose file. */
  URI uri() {
    return URI.create(url);
  }

  Manifest.Container facts() {
    return new Manifest.Container(tier, name, image, imageId, network, cpus, memoryBytes);
  }
}
