package dev.tierbench.harness.tier.container;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.ResourceLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A container as its engine reports it.
 *
 * @param tier what it runs, by its label or by the descriptor that names its service
 * @param downstream what its tier calls, by its label; empty for the echo tier
 * @param url where its tier answers, by its label; empty without one
 * @param pid of its first process on the engine's host; 0 when it does not run
 * @param exitCode of its last end
 * @param command the program with its arguments
 * @param cpus the cores that it is held to; empty when it may use all
 * @param quota of CPU time, in cores; empty without one
 * @param openFiles the most files that it may open; empty when it has the engine's own limit
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
record Container(
    String id,
    String name,
    String project,
    String tier,
    String downstream,
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
    Optional<Double> quota,
    Optional<Long> memoryBytes,
    Optional<Long> openFiles) {

  static final String TIER = "dev.tierbench.tier";
  static final String SERVICE = "com.docker.compose.service";
  private static final String DOWNSTREAM = "dev.tierbench.downstream";
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
    return ContainerBuilder.stagedBuilder()
        .id(reported.path("Id").asString(""))
        .name(reported.path("Name").asString("").replaceFirst("^/", ""))
        .project(labels.path(PROJECT).asString(""))
        .tier(labels.path(TIER).asString(""))
        .downstream(labels.path(DOWNSTREAM).asString(""))
        .url(labels.path(URL).asString(""))
        .image(config.path("Image").asString(""))
        .imageId(reported.path("Image").asString(""))
        .running(state.path("Running").asBoolean(false))
        .pid(state.path("Pid").asLong(0))
        .startedAt(state.path("StartedAt").asString(""))
        .exitCode(state.path("ExitCode").asInt(0))
        .outOfMemory(state.path("OOMKilled").asBoolean(false))
        .command(command(reported))
        .network(host.path("NetworkMode").asString(""))
        .cpus(Optional.of(host.path("CpusetCpus").asString("")).filter(Container::isRestriction))
        .quota(quota(host))
        .memoryBytes(Optional.of(host.path("Memory").asLong(0)).filter(bytes -> bytes > 0))
        .openFiles(openFiles(host.path("Ulimits")))
        .build();
  }

  /** A copy that is the container of a server whose descriptor names it. */
  Container carrying(String server, int port) {
    return ContainerBuilder.builder(this)
        .tier(server)
        .url(url.isEmpty() ? "http://127.0.0.1:" + port : url)
        .build();
  }

  /** An engine that held a container to all cores reports them from then on. */
  private static boolean isRestriction(String cores) {
    return !cores.isEmpty() && !CpuList.parse(cores).covers(HostFacts.REAL.online());
  }

  /** The engine has two ways to state it. */
  private static Optional<Double> quota(JsonNode host) {
    double nanos = host.path("NanoCpus").asDouble(0);
    double micros = host.path("CpuQuota").asDouble(0);
    double period = host.path("CpuPeriod").asDouble(0);
    double cores =
        nanos > 0
            ? nanos / NANOS_PER_SECOND
            : micros / (period > 0 ? period : ResourceLimits.PERIOD_US);
    return Optional.of(cores).filter(quota -> quota > 0);
  }

  private static List<String> command(JsonNode reported) {
    return Stream.concat(Stream.of(reported.path("Path")), reported.path("Args").valueStream())
        .map(word -> word.asString(""))
        .toList();
  }

  private static Optional<Long> openFiles(JsonNode limits) {
    return limits
        .valueStream()
        .filter(limit -> limit.path("Name").asString("").equals("nofile"))
        .map(limit -> limit.path("Hard").asLong(0))
        .findFirst();
  }

  /** The options of its JVM, as far as its command shows them. */
  List<String> jvmOptions() {
    int jar = command.indexOf("-jar");
    return jar < 1 ? List.of() : command.subList(1, jar);
  }

  /**
   * Address at which it answers. The label is ours, so an invalid one is a defect of the compose
   * file.
   */
  URI uri() {
    return URI.create(url);
  }

  Manifest.Container facts() {
    return new Manifest.Container(tier, name, image, imageId, network, cpus, memoryBytes);
  }
}
