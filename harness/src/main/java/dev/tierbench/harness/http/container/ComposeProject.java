package dev.tierbench.harness.http.container;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Plan.Pinning;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The containers of one compose project that carry a tier, and the engine that runs them. */
public record ComposeProject(Engine.Identity engine, String name, List<Container> containers) {

  static final String ECHO = "echo";

  public ComposeProject {
    containers = List.copyOf(containers);
  }

  /**
   * The project with that name, or the only one.
   *
   * @throws IOException when the engine does not answer, or there are several to choose from
   */
  public static ComposeProject find(Engine engine, Optional<String> wanted)
      throws IOException, InterruptedException {
    Engine.Identity identity = engine.identity();
    List<Container> found =
        engine.labelled(Container.TIER).stream()
            .filter(container -> wanted.isEmpty() || wanted.get().equals(container.project()))
            .toList();
    List<String> names = found.stream().map(Container::project).distinct().sorted().toList();
    if (names.size() > 1) {
      throw new IOException(
          "several compose projects have tiers, "
              + String.join(", ", names)
              + ": name one, COMPOSE_PROJECT_NAME="
              + names.getFirst());
    }
    return new ComposeProject(identity, names.stream().findFirst().orElse(""), found);
  }

  /** Whether the echo tier and at least one of those servers run. */
  public boolean runs(List<String> servers) {
    return isRunning(ECHO) && servers.stream().anyMatch(this::isRunning);
  }

  private boolean isRunning(String tier) {
    return find(tier).filter(Container::running).isPresent();
  }

  /** The tiers that a sweep of those servers needs and that have no container. */
  public List<String> missing(List<String> servers) {
    return Stream.concat(Stream.of(ECHO), servers.stream())
        .filter(tier -> find(tier).isEmpty())
        .toList();
  }

  /** The container of a tier; a server and its A/A control share one. */
  Optional<Container> find(String tier) {
    String name = Plan.original(tier);
    return containers.stream().filter(container -> container.tier().equals(name)).findFirst();
  }

  Container container(String tier) throws IOException {
    return find(tier).orElseThrow(() -> new IOException("there is no container of " + tier));
  }

  /** The containers that a sweep of those servers uses. */
  List<Container> used(List<String> servers) {
    return Stream.concat(Stream.of(ECHO), servers.stream())
        .flatMap(tier -> find(tier).stream())
        .distinct()
        .toList();
  }

  /**
   * The cores that the containers of those servers were given by the compose file; empty when it
   * gives none, and the sweep decides.
   *
   * @param cores that the sweep may use
   */
  public Optional<Pinning> pinning(List<String> servers, CpuList cores) {
    Map<String, String> cpus = new TreeMap<>();
    for (Container container : used(servers)) {
      container.cpus().ifPresent(list -> cpus.put(ContainerPlan.tier(container).id(), list));
    }
    if (cpus.isEmpty()) {
      return Optional.empty();
    }
    generator(cpus, cores)
        .ifPresent(list -> {
          cpus.put(Tier.LOADGEN.id(), list);
          cpus.put(Pinning.HARNESS, list);
        });
    return Optional.of(
        new Pinning(
            "containers",
            cpus,
            "as the containers are: "
                + cpus.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(","))));
  }

  /** What pinned containers leave is the generator's; if nothing, all but the server's. */
  private static Optional<String> generator(Map<String, String> cpus, CpuList cores) {
    return Stream.of(cpus.values().stream(), Stream.ofNullable(cpus.get(Tier.SERVER.id())))
        .map(taken -> taken.map(CpuList::parse).reduce(CpuList::union))
        .flatMap(Optional::stream)
        .map(cores::without)
        .filter(left -> left.size() > 0)
        .map(CpuList::text)
        .findFirst();
  }

  /** One line of the plan. */
  public String description() {
    String networks =
        containers.stream()
            .map(Container::network)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return "containers of " + name + " (engine " + engine.version() + "), network " + networks;
  }

  public Manifest.Containers facts(List<String> servers) {
    return new Manifest.Containers(
        engine.version(), name, used(servers).stream().map(Container::facts).toList());
  }
}
