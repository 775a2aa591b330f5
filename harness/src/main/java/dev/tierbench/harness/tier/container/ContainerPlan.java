package dev.tierbench.harness.tier.container;

import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.JvmOptionsOf;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.HttpPlan.Network;
import dev.tierbench.run.plan.HttpPlan.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What of a plan the containers decide: ports and JVM options. */
public record ContainerPlan(ComposeProject project) {

  /** The plan on these containers. */
  public HttpPlan of(HttpPlan plan) {
    Map<String, Integer> ports = new TreeMap<>();
    Map<String, Placement> places = new TreeMap<>();
    Map<String, List<String>> options = new TreeMap<>(plan.common().jvmOptions());
    for (Container container : project.used()) {
      Tier tier = tier(container);
      ports.put(container.tier(), container.uri().getPort());
      if (!hasOwnJvm(plan, container)) {
        options.put(tier.id(), container.jvmOptions());
      }
      if (!container.uri().getHost().equals(plan.network().host())) {
        places.put(tier.id(), new Placement(container.uri().getHost()));
      }
    }
    for (String server : plan.subjects()) {
      project.find(server).ifPresent(found -> ports.put(server, found.uri().getPort()));
    }
    return plan.with(next ->
        next.common(plan.common().withJvmOptions(options))
            .network(new Network(plan.network().host(), ports, places)));
  }

  /** Whether its heap and collector are its own, as its descriptor says. */
  static boolean hasOwnJvm(HttpPlan plan, Container container) {
    return Optional.ofNullable(plan.servers().get(container.tier()))
        .filter(server -> server.jvm() == JvmOptionsOf.OWN)
        .isPresent();
  }

  static Tier tier(Container container) {
    return container.tier().equals(ComposeProject.ECHO) ? Tier.ECHO : Tier.SERVER;
  }
}
