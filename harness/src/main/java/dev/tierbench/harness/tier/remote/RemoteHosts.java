package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.tier.Programs;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.run.HeldInterrupt;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The hosts of a plan beside the sweep's own. */
public final class RemoteHosts implements AutoCloseable {

  private final HttpPlan plan;
  private final Map<Tier, RemoteHost> byTier = new EnumMap<>(Tier.class);
  private final List<RemoteHost> generators = new ArrayList<>();
  private final Map<RemoteHost, HostState> states = new LinkedHashMap<>();
  private final List<Manifest.RemoteHost> facts = new ArrayList<>();

  public RemoteHosts(HttpPlan plan, Installation installation) {
    this.plan = plan;
    for (HostDescriptor host : plan.network().hosts()) {
      RemoteHost remote =
          new RemoteHost(host, HostTransport.to(host, installation::jar), log(host));
      if (host.tier() == Tier.LOADGEN) {
        generators.add(remote);
      } else {
        byTier.put(host.tier(), remote);
      }
    }
  }

  private static Path log(HostDescriptor host) {
    try {
      Path log = Files.createTempFile("tierbench-agent-" + host.name() + "-", ".log");
      log.toFile().deleteOnExit();
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean isEmpty() {
    return all().isEmpty();
  }

  private List<RemoteHost> all() {
    return Stream.concat(byTier.values().stream(), generators.stream()).toList();
  }

  /** Hosts of the generators besides the one on this host. */
  public List<RemoteHost> generators() {
    return List.copyOf(generators);
  }

  Optional<RemoteHost> of(Tier tier) {
    return Optional.ofNullable(byTier.get(tier));
  }

  /** Measured hosts by tier. */
  public Map<Tier, MeasuredHost> measured() {
    return Map.copyOf(byTier);
  }

  /** Transports that start the programs, by tier. */
  public Map<Tier, Programs> programs() {
    Map<Tier, Programs> programs = new EnumMap<>(Tier.class);
    byTier.forEach((tier, host) -> programs.put(tier, host.transport()));
    return programs;
  }

  /**
   * Brings the programs there, starts the agents and asks them what they find.
   *
   * @throws IOException naming the host that cannot be used
   */
  public void connect(PrintStream out) throws IOException, InterruptedException {
    for (RemoteHost host : all()) {
      List<Manifest.Jar> programs = new ArrayList<>();
      for (String module : modules(host.descriptor().tier())) {
        try {
          programs.add(host.transport().bring(module, out));
        } catch (IOException e) {
          throw new IOException(
              host.name() + " (" + host.descriptor().reachedBy() + "): " + e.getMessage(), e);
        }
      }
      host.connect();
      HostState state = host.state();
      // Its clock is read at the end of what the answer takes.
      double clockOffsetMs = state.epochMs() - System.currentTimeMillis();
      states.put(host, state);
      facts.add(
          new Manifest.RemoteHost(
              host.name(),
              host.descriptor().tier(),
              host.descriptor().reachedBy(),
              state.hostname(),
              host.descriptor().address(),
              state.host(),
              new Manifest.Software(state.java(), programs),
              host.roundTrip(clockOffsetMs)));
    }
  }

  private Set<String> modules(Tier tier) {
    Set<String> modules = new TreeSet<>(Set.of("observer"));
    switch (tier) {
      case ECHO -> modules.add(TierCommands.ECHO_MODULE);
      case DATABASE -> throw new IllegalArgumentException("no host runs a database of the sweep");
      case LOADGEN -> modules.add(Tier.LOADGEN.id());
      case SERVER -> {
        for (String server : plan.subjects()) {
          plan.servers().get(server).module().ifPresent(modules::add);
        }
      }
    }
    return modules;
  }

  /** What each of them found; empty before {@link #connect}. */
  Map<RemoteHost, HostState> states() {
    return states;
  }

  /** What a reader of the results has to know of them; empty before {@link #connect}. */
  public List<Manifest.RemoteHost> facts() {
    return List.copyOf(facts);
  }

  /** What the threads of the server are counted to. */
  public Optional<HostState> stateOfServer() {
    return of(Tier.SERVER).map(states::get);
  }

  /** Ends the agents; an interrupt stays pending until all have ended. */
  @Override
  public void close() {
    HeldInterrupt held = new HeldInterrupt();
    try {
      for (RemoteHost host : all()) {
        try {
          host.close();
        } catch (InterruptedException e) {
          held.again();
        }
      }
    } finally {
      held.release();
    }
  }
}
