package dev.tierbench.sweep.container;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Plan.Pinning;
import dev.tierbench.run.Plan.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What of a plan the containers decide: ports, JVM options and cores, all but the generator's. */
public record ContainerPlan(ComposeProject project) {

  private static final String SERVER = "server";
  private static final String LOADGEN = "loadgen";

  /**
   * The plan on these containers.
   *
   * @param loadgenCpus the cores for the generator, when they were asked for
   * @param cores that this process may use
   */
  public Plan of(Plan plan, Optional<String> loadgenCpus, CpuList cores) {
    Map<String, Integer> ports = new TreeMap<>();
    Map<String, Place> places = new TreeMap<>();
    Map<String, List<String>> options = new TreeMap<>(plan.jvmOptions());
    for (Container container : project.used(plan.servers())) {
      String role = role(container);
      ports.put(container.tier(), container.uri().getPort());
      options.put(role, container.jvmOptions());
      if (!container.uri().getHost().equals(plan.host())) {
        places.put(role, new Place(container.uri().getHost(), Optional.empty()));
      }
    }
    for (String server : plan.servers()) {
      project.find(server).ifPresent(found -> ports.put(server, found.uri().getPort()));
    }
    return new Plan(
        plan.preset(),
        plan.servers(),
        plan.levels(),
        plan.trials(),
        plan.settleSeconds(),
        plan.cleanSeconds(),
        plan.warmup(),
        pinning(plan, loadgenCpus, cores),
        plan.host(),
        ports,
        options,
        plan.observe(),
        places,
        plan.workload(),
        plan.variants());
  }

  static String role(Container container) {
    return container.tier().equals(ComposeProject.ECHO) ? ComposeProject.ECHO : SERVER;
  }

  private Pinning pinning(Plan plan, Optional<String> asked, CpuList cores) {
    Map<String, String> cpus = new LinkedHashMap<>();
    for (Container container : project.used(plan.servers())) {
      container.cpus().ifPresent(list -> cpus.put(role(container), list));
    }
    Optional<String> generator = asked.or(() -> left(cpus, cores));
    generator.ifPresent(list -> cpus.put(LOADGEN, list));
    String note =
        cpus.isEmpty()
            ? "not pinned: the containers may use all cores (ECHO_CPUS, TOMCAT_CPUS, NETTY_CPUS)"
            : "as the containers are: "
                + cpus.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(","));
    return new Pinning(asked.map(list -> LOADGEN + "=" + list).orElse("auto"), cpus, note);
  }

  /** What two pinned tiers leave is the generator's. */
  private static Optional<String> left(Map<String, String> cpus, CpuList cores) {
    if (cpus.size() < 2) {
      return Optional.empty();
    }
    TreeSet<Integer> left = new TreeSet<>(cores.cpus());
    cpus.values().forEach(list -> left.removeAll(CpuList.parse(list).cpus()));
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(left.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }
}
