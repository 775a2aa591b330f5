package dev.tierbench.harness.tier.container;

import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.preflight.Finding.Fatal;
import dev.tierbench.harness.preflight.Finding.Warning;
import dev.tierbench.harness.preflight.Preflight;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.plan.HttpPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether the containers are fit for a plan: all there, on this host, and the servers alike. */
public record ContainerFindings(ComposeProject project, HttpPlan plan, SystemFiles files) {

  private static final String HOST_NETWORK = "host";

  public List<Finding> find() {
    List<Finding> found = new ArrayList<>();
    missing().ifPresent(found::add);
    List<Container> used = project.used();
    if (!new HostFacts(files).name().equals(project.engine().host())) {
      found.add(
          new Fatal(
              "the engine runs on %s, not on this host: its JVMs cannot be measured from here"
                  .formatted(project.engine().host()),
              "run the sweep there; see docs/multi-host.md"));
    }
    List<Container> alike =
        used.stream().filter(container -> !ContainerPlan.hasOwnJvm(plan, container)).toList();
    found.addAll(different("JVM options", alike, Container::jvmOptions));
    found.addAll(different("cores", used, container -> container.cpus().orElse("all")));
    found.addAll(different("memory limits", used, Container::memoryBytes));
    found.addAll(different("quotas of CPU", used, container -> container.quota().orElse(0.0)));
    found.addAll(ownQuotas(used));
    found.addAll(different("networks", used, Container::network));
    openFiles(used).forEach(found::add);
    network(used).forEach(found::add);
    return found;
  }

  private Optional<Finding> missing() {
    List<String> missing = project.missing();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Fatal(
                "there is no container of " + String.join(", ", missing),
                "make them: "
                    + ComposeProject.command(plan.servers().values())
                    + "; or docker compose down, and --tiers local"));
  }

  /** Differences of the containers, which would be measured as differences of the servers. */
  private List<Finding> different(
      String what, List<Container> used, Function<Container, Object> part) {
    Map<String, Object> byServer =
        used.stream()
            .filter(container -> !container.tier().equals(ComposeProject.ECHO))
            .collect(Collectors.toMap(Container::tier, part));
    return byServer.values().stream().distinct().count() <= 1
        ? List.of()
        : List.of(
            new Fatal(
                "the containers of the servers have different " + what + ": " + byServer,
                "give all the same in .env, then: docker compose up -d --force-recreate"));
  }

  /** An engine changes a quota only in the way in which it was stated. */
  private List<Finding> ownQuotas(List<Container> used) {
    return used.stream()
        .filter(container -> !plan.limits().isEmpty() && container.quota().isPresent())
        .<Finding>map(container ->
            new Fatal(
                "%s has a quota of CPU of its own, of %s cores"
                    .formatted(container.name(), container.quota().get()),
                "make the container without one, or leave out --quota"))
        .toList();
  }

  private List<Finding> openFiles(List<Container> used) {
    long needed = Preflight.openFilesNeeded(plan);
    return used.stream()
        .filter(container -> container.openFiles().filter(limit -> limit < needed).isPresent())
        .<Finding>map(container ->
            new Fatal(
                "%s may open %s files, the plan needs %s"
                    .formatted(container.name(), container.openFiles().get(), needed),
                "raise NOFILE in .env, or lower --levels"))
        .toList();
  }

  private static List<Finding> network(List<Container> used) {
    return used.stream().map(Container::network).allMatch(HOST_NETWORK::equals)
        ? List.of()
        : List.of(
            new Warning(
                "the containers are on a bridge network: every value includes it and its NAT",
                "docker compose up -d without docker-compose.bridge.yml"));
  }
}
