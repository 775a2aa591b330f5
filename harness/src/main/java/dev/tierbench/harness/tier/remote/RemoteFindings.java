package dev.tierbench.harness.tier.remote;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.preflight.HostFindings;
import dev.tierbench.harness.preflight.JdkHome;
import dev.tierbench.harness.preflight.Preflight;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the agents found, in words that name their hosts; starts nothing. */
public record RemoteFindings(RemoteHosts hosts, HttpPlan plan) {

  /** Times of logs that are read side by side may be this far apart. */
  private static final double MOST_OFFSET_MS = 1_000;

  public List<Finding> find() throws IOException, InterruptedException {
    List<Finding> found = new ArrayList<>();
    for (Map.Entry<RemoteHost, HostState> host : hosts.states().entrySet()) {
      List<Finding> ofHost = new ArrayList<>(HostFindings.state(host.getValue()));
      HostDescriptor descriptor = host.getKey().descriptor();
      Preflight.limits(plan, host.getValue().host(), moreFiles(descriptor)).forEach(ofHost::add);
      Preflight.memory(plan, List.of(descriptor.tier()), 1, host.getValue().memoryAvailable())
          .ifPresent(ofHost::add);
      java(host.getValue()).ifPresent(ofHost::add);
      if (descriptor.tier() == Tier.SERVER && plan.windows().trace().isPresent()) {
        ofHost.addAll(HostFindings.observing(host.getValue().level(), host.getValue().missing()));
      }
      ofHost.addAll(ports(host.getKey()));
      ofHost.forEach(finding -> found.add(named(host.getKey().name(), finding)));
    }
    sameMachine().ifPresent(found::add);
    hosts.facts().stream().flatMap(host -> clock(host).stream()).forEach(found::add);
    return found;
  }

  /** A container has its own limit. */
  private String moreFiles(HostDescriptor host) {
    return (host.context().isPresent() ? "NOFILE=" : "ulimit -Hn ")
        + Preflight.openFilesNeeded(plan)
        + (host.context().isPresent() ? " before the command of the sweep" : " there (as root)");
  }

  /** Tiers on one machine share its cores, whatever its names are. */
  private Optional<Finding> sameMachine() {
    Map<String, String> names = new HashMap<>();
    names.put(identity(HostFacts.REAL.name(), HostFacts.REAL.bootId()), "this host");
    for (Map.Entry<RemoteHost, HostState> host : hosts.states().entrySet()) {
      String name = host.getKey().name();
      String other =
          names.putIfAbsent(identity(host.getValue().hostname(), host.getValue().bootId()), name);
      if (other != null) {
        return Optional.of(
            new Finding.Fatal(
                other + " and " + name + " are one machine (" + host.getValue().hostname() + ")",
                "name a host of its own for each; or measure on one host, without --hosts"));
      }
    }
    return Optional.empty();
  }

  private static String identity(String hostname, String bootId) {
    return hostname + " " + bootId;
  }

  private static Finding named(String host, Finding finding) {
    Caveat caveat = new Caveat(host + ": " + finding.caveat().what(), finding.caveat().hint());
    return switch (finding) {
      case Finding.Fatal fatal -> new Finding.Fatal(caveat);
      case Finding.Warning warning -> new Finding.Warning(caveat);
    };
  }

  private static Optional<Finding> java(HostState state) {
    return JdkHome.isNewEnough(state.java())
        ? Optional.empty()
        : Optional.of(
            new Finding.Fatal(
                "Java is version " + state.java(),
                "name a JDK " + JdkHome.OLDEST + " or later: 'java' in hosts.yml"));
  }

  private List<Finding> ports(RemoteHost host) throws IOException, InterruptedException {
    Optional<String> address = host.descriptor().address();
    List<Finding> found = new ArrayList<>();
    for (int port : portsOf(host.descriptor().tier())) {
      Optional<String> who = host.listener(address.orElseThrow(), port);
      who.ifPresent(holder ->
          found.add(
              new Finding.Fatal(
                  address.get() + " port " + port + " cannot be listened on: " + holder,
                  "end that process, choose another port with --ports, or mend 'address'")));
    }
    return found;
  }

  private Set<Integer> portsOf(Tier tier) {
    Map<String, Integer> ports = plan.network().ports();
    return switch (tier) {
      case ECHO -> Set.of(ports.get(Tier.ECHO.id()));
      case SERVER -> {
        Set<Integer> ofServers = new TreeSet<>();
        plan.subjects().stream()
            .filter(server -> !plan.servers().get(server).running())
            .forEach(server -> ofServers.add(ports.get(server)));
        yield ofServers;
      }
      case LOADGEN, DATABASE -> Set.of();
    };
  }

  private static Optional<Finding> clock(Manifest.RemoteHost host) {
    double offset = host.roundTrip().clockOffsetMs();
    return Math.abs(offset) <= MOST_OFFSET_MS
        ? Optional.empty()
        : Optional.of(
            new Finding.Warning(
                String.format(
                    Locale.ROOT,
                    "%s: its clock differs by %.1f s",
                    host.name(),
                    offset / MILLIS_PER_SECOND),
                "no value is affected; set it (chrony) to read logs side by side"));
  }
}
