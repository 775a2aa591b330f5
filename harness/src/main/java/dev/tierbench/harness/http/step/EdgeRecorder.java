package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.step.ResourceSampler.Snapshot;
import dev.tierbench.harness.http.step.ResourceSampler.Times;
import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.TierClient;
import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Plan.Pinning;
import dev.tierbench.run.Scheduling;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tiers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Takes snapshots at the edges of some phases, before anything else is done there, and asks echo
 * for its count afterwards. Not thread-safe: it hears of edges on one thread.
 */
final class EdgeRecorder implements LoadRun.Listener {

  private static final String GENERATOR = "loadgen";
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ResourceSampler sampler;
  private final TierClient client;
  private final URI echo;
  private final Pinning pinning;
  private final List<String> phases;
  private final Map<String, Scheduling> scheduling = new TreeMap<>();
  private final List<Tiers.Phase> recorded = new ArrayList<>();
  private Optional<Opening> opening = Optional.empty();

  private record Opening(Snapshot snapshot, long lagNs, Optional<Long> resetLagNs) {}

  EdgeRecorder(
      ResourceSampler sampler, TierClient client, URI echo, Pinning pinning, List<String> phases) {
    this.sampler = sampler;
    this.client = client;
    this.echo = echo;
    this.pinning = pinning;
    this.phases = List.copyOf(phases);
  }

  /** What was recorded, readable when the run has ended. */
  Tiers tiers(Optional<Settle> settle) {
    return new Tiers(Tiers.SCHEMA, settle, List.copyOf(scheduling.values()), recorded);
  }

  /**
   * Reads how the kernel schedules every tier. One file for each thread: done while no window is
   * open, if there is a phase before the window.
   */
  void readScheduling() {
    for (ResourceSampler.Watched process : sampler.watched()) {
      scheduling.put(
          process.role(),
          new Scheduling(
              process.role(),
              pinning.cores(process.role()).map(CpuList::text),
              sampler.proc().schedulingGroup(process.pid()),
              sampler.proc().affinity(process.pid()),
              Map.of(),
              Map.of()));
    }
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws InterruptedException {
    if (event.isConnected()) {
      sampler.add(GENERATOR, GENERATOR, loadgen);
    } else if (phases.stream().anyMatch(event::starts)) {
      begin(event);
    } else if (phases.stream().anyMatch(event::ends) && opening.isPresent()) {
      end(event);
    }
  }

  private void begin(LoadEvent event) throws InterruptedException {
    Snapshot snapshot = sampler.take();
    boolean reset = client.resetEcho(echo);
    Optional<Long> resetLag =
        reset ? Optional.of(System.nanoTime() - snapshot.nanoTime()) : Optional.empty();
    opening = Optional.of(new Opening(snapshot, lag(snapshot, event), resetLag));
    if (scheduling.isEmpty()) {
      readScheduling();
    }
  }

  /** The generator may end as soon as its last phase has, so its threads are read here. */
  private void end(LoadEvent event) throws InterruptedException {
    Snapshot snapshot = sampler.take();
    recorded.add(window(opening.orElseThrow(), snapshot, event));
    readAffinity(event, GENERATOR::equals);
  }

  /** What takes a while and can wait until everybody has heard of the edge. */
  void afterEdges(LoadEvent event) {
    if (phases.stream().anyMatch(event::ends)) {
      readAffinity(event, role -> !role.equals(GENERATOR));
    }
  }

  private void readAffinity(LoadEvent event, Predicate<String> roles) {
    boolean scored = event.ends(MeasuredStep.SCORED);
    for (ResourceSampler.Watched process : sampler.watched()) {
      if (roles.test(process.role())) {
        Map<String, Integer> now = sampler.proc().affinity(process.pid());
        scheduling.computeIfPresent(
            process.role(),
            (role, before) ->
                new Scheduling(
                    role,
                    before.planned(),
                    before.group(),
                    before.threadsAtStart(),
                    scored ? now : before.threadsAtEnd(),
                    scored ? Map.of() : now));
      }
    }
  }

  private static long lag(Snapshot snapshot, LoadEvent event) {
    long edge =
        event
            .epochMs()
            .orElseThrow(() -> new IllegalStateException("loadgen gave an edge without its time"));
    return Math.max(0, snapshot.epochMs() - edge) * NANOS_PER_MILLI;
  }

  private Tiers.Phase window(Opening from, Snapshot to, LoadEvent event)
      throws InterruptedException {
    Optional<Tiers.Echo> echoStats = echo(from, to);
    List<Tiers.Tier> tiers =
        sampler.watched().stream().map(process -> tier(process, from.snapshot(), to)).toList();
    return new Tiers.Phase(
        event.phase().orElseThrow(),
        to.nanoTime() - from.snapshot().nanoTime(),
        Math.max(from.lagNs(), lag(to, event)),
        host(from.snapshot(), to),
        tiers,
        echoStats,
        cgroups(from.snapshot(), to));
  }

  private List<Tiers.Cgroup> cgroups(Snapshot from, Snapshot to) {
    return sampler.watched().stream()
        .filter(ResourceSampler.Watched::inContainer)
        .map(process -> cgroup(process.role(), from, to))
        .toList();
  }

  private static Tiers.Cgroup cgroup(String role, Snapshot from, Snapshot to) {
    Optional<Times> a = Optional.ofNullable(from.byRole().get(role));
    Optional<Times> b = Optional.ofNullable(to.byRole().get(role));
    return new Tiers.Cgroup(
        role,
        delta(a, b, times -> times.cgroup().flatMap(Cgroup.Times::cpuNs)),
        delta(a, b, times -> times.cgroup().flatMap(Cgroup.Times::throttledNs)));
  }

  private Optional<Tiers.Echo> echo(Opening from, Snapshot to) throws InterruptedException {
    if (from.resetLagNs().isEmpty()) {
      return Optional.empty();
    }
    Optional<TierClient.EchoStats> stats = client.echoStats(echo);
    long lag = from.resetLagNs().get() + System.nanoTime() - to.nanoTime();
    return stats.map(s -> new Tiers.Echo(s.count(), s.p50Us(), s.p99Us(), s.maxUs(), lag));
  }

  private static Tiers.Host host(Snapshot from, Snapshot to) {
    Proc.HostTimes a = from.host();
    Proc.HostTimes b = to.host();
    List<Tiers.Core> perCore = new ArrayList<>();
    for (Tiers.Core before : a.perCore()) {
      b.perCore().stream()
          .filter(after -> after.cpu() == before.cpu())
          .forEach(after ->
              perCore.add(
                  new Tiers.Core(
                      after.cpu(),
                      after.busyNs() - before.busyNs(),
                      after.idleNs() - before.idleNs(),
                      after.stealNs() - before.stealNs())));
    }
    return new Tiers.Host(
        b.cores(),
        b.busyNs() - a.busyNs(),
        b.idleNs() - a.idleNs(),
        b.stealNs() - a.stealNs(),
        perCore);
  }

  private Tiers.Tier tier(ResourceSampler.Watched process, Snapshot from, Snapshot to) {
    Optional<Times> a = Optional.ofNullable(from.byRole().get(process.role()));
    Optional<Times> b = Optional.ofNullable(to.byRole().get(process.role()));
    Optional<Long> user = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::userNs));
    Optional<Long> system = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::systemNs));
    Proc proc = sampler.proc();
    return new Tiers.Tier(
        process.role(),
        process.name(),
        process.pid(),
        user.flatMap(u -> system.map(s -> u + s)),
        user,
        system,
        delta(a, b, Times::jitNs),
        proc.rssBytes(process.pid()),
        proc.threads(process.pid()),
        cores(process.role(), to));
  }

  /** Of a process that is gone already: all cores, which overlap every other's. */
  private String cores(String role, Snapshot at) {
    return Optional.ofNullable(scheduling.get(role))
        .flatMap(Scheduling::coresAtStart)
        .orElseGet(() ->
            new CpuList(
                at.host().perCore().stream().map(Tiers.Core::cpu).collect(Collectors.toSet())))
        .text();
  }

  private static Optional<Long> delta(
      Optional<Times> from, Optional<Times> to, Function<Times, Optional<Long>> part) {
    return from.flatMap(part).flatMap(a -> to.flatMap(part).map(b -> b - a));
  }
}
