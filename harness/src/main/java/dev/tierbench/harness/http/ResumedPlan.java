package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.harness.http.plan.WorkloadQuery;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Refusal;
import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.container.ContainerPlan;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.HttpPlan.Network;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Plan.Variant;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The plan of a sweep that is resumed. Commands, JDKs, options of JVMs, hosts and addresses follow
 * from what is typed and from the descriptors of this installation; the plan in the run folder has
 * to agree. Numbers and the order of trials come from the folder.
 *
 * @param before the plan in the run folder
 * @param variants that {@link ServerOptions#resumed} found, by name
 */
record ResumedPlan(Servers known, HttpPlan before, Map<String, Variant> variants) {

  private static final String AGAIN = "type %s again as when the run began";

  /**
   * The descriptors, by subject.
   *
   * @throws IOException naming the first that differs from the run's
   */
  Map<String, ServerDescriptor> descriptors() throws IOException {
    Map<String, ServerDescriptor> descriptors = new TreeMap<>();
    for (String subject : before.subjects()) {
      String server = variants.get(Plan.original(subject)).server();
      if (!known.get(server).equals(before.servers().get(subject))) {
        throw new Refusal(
            "the descriptor of "
                + server
                + " is not the one that the run began with; go back to it, or begin a new run");
      }
      descriptors.put(subject, known.get(server));
    }
    return descriptors;
  }

  /**
   * Requires the hosts of the run.
   *
   * @param typed hosts; none when all tiers are on this one
   * @throws IOException naming the first that differs
   */
  void requireHosts(List<HostDescriptor> typed) throws IOException {
    String hint = AGAIN.formatted("--hosts or --context");
    Map<String, HostDescriptor> then = byName(before.network().hosts());
    Map<String, HostDescriptor> now = byName(typed);
    Refusal.unlessSame(
        "hosts", String.join(", ", then.keySet()), String.join(", ", now.keySet()), hint);
    for (Map.Entry<String, HostDescriptor> host : then.entrySet()) {
      Refusal.unlessSame("host " + host.getKey(), host.getValue(), now.get(host.getKey()), hint);
    }
  }

  private static Map<String, HostDescriptor> byName(List<HostDescriptor> hosts) {
    Map<String, HostDescriptor> byName = new TreeMap<>();
    hosts.forEach(host -> byName.put(host.name(), host));
    return byName;
  }

  /**
   * The plan, with those hosts and ports.
   *
   * @throws IOException naming the first part in which the folder's differs
   * @throws IllegalArgumentException naming a value that no option could have given
   */
  HttpPlan rebuilt(
      List<HostDescriptor> hosts,
      Map<String, Integer> ports,
      String heap,
      Optional<ComposeProject> project)
      throws IOException {
    Map<String, ServerDescriptor> descriptors = descriptors();
    Map<String, List<String>> jvmOptions =
        JvmOptions.byTier(heap, before.pinning(), before.windows().profile().isPresent());
    HttpPlan ofProcesses =
        before.with(next ->
            next.common(
                    before
                        .common()
                        .with(common -> common.jvmOptions(jvmOptions).variants(variants)))
                .servers(descriptors)
                .network(new Network(Network.LOOPBACK, ports, Map.of(), hosts)));
    HttpPlan now = project.map(of -> new ContainerPlan(of).of(ofProcesses)).orElse(ofProcesses);
    requireSame(now, project.isPresent());
    requirePlain(now);
    return now;
  }

  private void requireSame(HttpPlan now, boolean containers) throws IOException {
    Map<String, List<String>> then = before.common().jvmOptions();
    for (Map.Entry<String, List<String>> tier :
        new TreeMap<>(now.common().jvmOptions()).entrySet()) {
      Refusal.unlessSame(
          "options of the JVM of " + tier.getKey(),
          String.join(" ", then.getOrDefault(tier.getKey(), List.of())),
          String.join(" ", tier.getValue()),
          containers ? "start the containers as they were" : AGAIN.formatted("--heap"));
    }
    Network network = before.network();
    if (!containers && !network.places().isEmpty()) {
      throw new Refusal(
          "the run places tiers with --place, which no longer exists; begin a new run, with --hosts"
              + " for tiers on other hosts");
    }
    String ports = containers ? "start the containers as they were" : AGAIN.formatted("--ports");
    Refusal.unlessSame(
        "address", network.host(), now.network().host(), "undo the edit of its manifest");
    Refusal.unlessSame(
        "ports", new TreeMap<>(network.ports()), new TreeMap<>(now.network().ports()), ports);
    Refusal.unlessSame(
        "places", new TreeMap<>(network.places()), new TreeMap<>(now.network().places()), ports);
  }

  /** What else the folder decides becomes words of a command line: only what an option can give. */
  private static void requirePlain(HttpPlan plan) {
    plan.workload()
        .ifPresent(
            query -> WorkloadQuery.parse(query.replace('&', ','), plan.database().isPresent()));
    plan.rates().ifPresent(rates -> RateOptions.checkedArrivals(rates.arrivals()));
    GeneratorOptions.checked(plan);
    if (!plan.network().hosts().isEmpty()) {
      HostOptions.checked(plan);
    }
  }
}
