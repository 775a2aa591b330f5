package dev.tierbench.harness.tier.container;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Plan.Pinning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The containers of one compose project that carry a tier, and the engine that runs them.
 *
 * @param tiers what a sweep needs of them: the servers and, if they ask it, the echo tier first
 */
public record ComposeProject(
    Engine.Identity engine, String name, List<Container> containers, List<String> tiers) {

  static final String ECHO = "echo";

  /** What containers call whose servers have a database behind them, by their label. */
  private static final String POSTGRES = "postgres";

  public ComposeProject {
    containers = List.copyOf(containers);
    tiers = List.copyOf(tiers);
  }

  /**
   * The project with that name, or the only one.
   *
   * @param servers of the sweep, by the name of the subject
   * @throws IOException when the engine does not answer, or there are several to choose from
   */
  public static ComposeProject find(
      Engine engine, Optional<String> wanted, Map<String, ServerDescriptor> servers)
      throws IOException, InterruptedException {
    Engine.Identity identity = engine.identity();
    List<Container> found = new ArrayList<>(engine.labelled(Container.TIER));
    String downstream = onDatabase(servers) ? POSTGRES : "";
    found.removeIf(container -> !container.downstream().equals(downstream));
    for (Map.Entry<String, ServerDescriptor> server : servers.entrySet()) {
      found.addAll(named(engine, Plan.unlimited(server.getKey()), server.getValue()));
    }
    found.removeIf(container -> wanted.isPresent() && !wanted.get().equals(container.project()));
    List<String> names = found.stream().map(Container::project).distinct().sorted().toList();
    if (names.size() > 1) {
      throw new IOException(
          "several compose projects have tiers, %s: name one, COMPOSE_PROJECT_NAME=%s"
              .formatted(String.join(", ", names), names.getFirst()));
    }
    List<Container> each = found.stream().distinct().toList();
    return new ComposeProject(
        identity, names.stream().findFirst().orElse(""), each, tiers(servers));
  }

  /** The containers of the service that a descriptor names. */
  private static List<Container> named(Engine engine, String server, ServerDescriptor descriptor)
      throws IOException, InterruptedException {
    return descriptor.container().isEmpty()
        ? List.of()
        : engine.labelled(Container.SERVICE + "=" + descriptor.container().get()).stream()
            .map(container -> container.carrying(server, descriptor.port()))
            .toList();
  }

  private static List<String> tiers(Map<String, ServerDescriptor> servers) {
    boolean echo =
        !onDatabase(servers) && servers.values().stream().anyMatch(ServerDescriptor::asksEcho);
    return Stream.concat(
            echo ? Stream.of(ECHO) : Stream.empty(), servers.keySet().stream().sorted())
        .toList();
  }

  private static boolean onDatabase(Map<String, ServerDescriptor> servers) {
    return servers.values().stream().anyMatch(ServerDescriptor::callsDatabase);
  }

  /** What makes the containers of those servers. */
  public static String command(Collection<ServerDescriptor> servers) {
    String files =
        servers.stream().anyMatch(server -> server.container().isPresent())
            ? "-f docker-compose.yml -f YOURS.yml "
            : servers.stream().anyMatch(ServerDescriptor::callsDatabase)
                ? "-f docker-compose.database.yml "
                : "";
    boolean standard =
        servers.stream().allMatch(server -> server.standard() || server.container().isPresent());
    return "docker compose " + files + (standard ? "" : "--profile all ") + "up -d";
  }

  /** Whether the echo tier, if it is needed, and at least one of the servers run. */
  public boolean runs() {
    return tiers.stream().filter(ECHO::equals).allMatch(this::isRunning)
        && tiers.stream().filter(tier -> !tier.equals(ECHO)).anyMatch(this::isRunning);
  }

  private boolean isRunning(String tier) {
    return find(tier).filter(Container::running).isPresent();
  }

  /** The tiers that the sweep needs and that have no container. */
  List<String> missing() {
    return tiers.stream().filter(tier -> find(tier).isEmpty()).toList();
  }

  /** The container of a tier; a server, its A/A control and it with a quota share one. */
  Optional<Container> find(String tier) {
    String name = Plan.unlimited(Plan.original(tier));
    return containers.stream().filter(container -> container.tier().equals(name)).findFirst();
  }

  Container container(String tier) throws IOException {
    return find(tier).orElseThrow(() -> new IOException("there is no container of " + tier));
  }

  /** All that can be measured. */
  List<Container> servers() {
    return containers.stream().filter(container -> !container.tier().equals(ECHO)).toList();
  }

  /** The containers that the sweep uses. */
  List<Container> used() {
    return tiers.stream().flatMap(tier -> find(tier).stream()).distinct().toList();
  }

  /**
   * The cores that the containers of the sweep were given by the compose file; empty when it gives
   * none, and the sweep decides.
   *
   * @param cores that the sweep may use
   */
  public Optional<Pinning> pinning(CpuList cores) {
    Map<String, String> cpus = new TreeMap<>();
    for (Container container : used()) {
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

  public Manifest.Containers facts() {
    return new Manifest.Containers(
        engine.version(), name, used().stream().map(Container::facts).toList());
  }
}
