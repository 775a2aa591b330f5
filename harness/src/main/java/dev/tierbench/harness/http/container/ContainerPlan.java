package dev.tierbench.harness.http.container;

import dev.tierbench.run.Plan;
import dev.tierbench.run.Plan.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What of a plan the containers decide: ports and JVM options. */
public record ContainerPlan(ComposeProject project) {

  private static final String SERVER = "server";

  /** The plan on these containers. */
  public Plan of(Plan plan) {
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
        plan.pinning(),
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
}
