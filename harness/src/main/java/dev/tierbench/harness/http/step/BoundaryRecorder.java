package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.step.ResourceSampler.Snapshot;
import dev.tierbench.harness.http.step.ResourceSampler.Times;
import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.TierClient;
import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.heap.HeapWatch;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Plan.Pinning;
import dev.tierbench.run.Scheduling;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.TiersUsageBuilder;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Takes snapshots at the boundaries of some phases, before anything else is done there, and asks
 * echo, if there is one, for its count afterwards. Not thread-safe: it hears of events on one
 * thread.
 */
final class BoundaryRecorder implements LoadRun.Listener {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ResourceSampler sampler;
  private final TierClient client;
  private final Optional<URI> echo;
  private final Pinning pinning;
  private final List<PhaseName> phases;
  private final Map<Tier, Scheduling> scheduling = new EnumMap<>(Tier.class);
  private final List<Tiers.Phase> recorded = new ArrayList<>();
  private Optional<Opening> opening = Optional.empty();

  private record Opening(Snapshot snapshot, long lagNs, Optional<Long> resetLagNs) {}

  BoundaryRecorder(
      ResourceSampler sampler,
      TierClient client,
      Optional<URI> echo,
      Pinning pinning,
      List<PhaseName> phases) {
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
          process.tier(),
          new Scheduling(
              process.tier(),
              pinning.cores(process.tier()).map(CpuList::text),
              sampler.proc().schedulingGroup(process.pid()),
              sampler.proc().affinity(process.pid()),
              Map.of(),
              Map.of()));
    }
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws InterruptedException {
    if (event.event() == LoadEvent.Type.CONNECTED) {
      sampler.add(Tier.LOADGEN, Tier.LOADGEN.id(), loadgen);
    } else if (phases.stream().anyMatch(event::starts)) {
      begin(event);
    } else if (phases.stream().anyMatch(event::ends) && opening.isPresent()) {
      end(event);
    }
  }

  private void begin(LoadEvent event) throws InterruptedException {
    Snapshot snapshot = sampler.take();
    boolean reset = echo.isPresent() && client.resetEcho(echo.get());
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
    readAffinity(event, tier -> tier == Tier.LOADGEN);
  }

  /** What takes a while and can wait until everybody has heard of the boundary. */
  void afterBoundary(LoadEvent event) {
    if (phases.stream().anyMatch(event::ends)) {
      readAffinity(event, tier -> tier != Tier.LOADGEN);
    }
  }

  private void readAffinity(LoadEvent event, Predicate<Tier> tiers) {
    boolean measured = event.ends(PhaseName.MEASURE);
    for (ResourceSampler.Watched process : sampler.watched()) {
      if (tiers.test(process.tier())) {
        Map<String, Integer> now = sampler.affinity(process);
        scheduling.computeIfPresent(
            process.tier(),
            (tier, before) ->
                new Scheduling(
                    tier,
                    before.planned(),
                    before.group(),
                    before.threadsAtStart(),
                    measured ? now : before.threadsAtEnd(),
                    measured ? Map.of() : now));
      }
    }
  }

  private static long lag(Snapshot snapshot, LoadEvent event) {
    return Math.max(0, snapshot.epochMs() - event.epochMs()) * NANOS_PER_MILLI;
  }

  private Tiers.Phase window(Opening from, Snapshot to, LoadEvent event)
      throws InterruptedException {
    Optional<Tiers.Echo> echoStats = echo(from, to);
    List<Tiers.Usage> usages =
        sampler.watched().stream().map(process -> usage(process, from.snapshot(), to)).toList();
    return new Tiers.Phase(
        event.phase().orElseThrow(),
        to.nanoTime() - from.snapshot().nanoTime(),
        Math.max(from.lagNs(), lag(to, event)),
        host(from.snapshot(), to),
        usages,
        echoStats,
        cgroups(from.snapshot(), to));
  }

  private List<Tiers.Cgroup> cgroups(Snapshot from, Snapshot to) {
    return sampler.watched().stream()
        .filter(ResourceSampler.Watched::inContainer)
        .map(process -> cgroup(process.tier(), from, to))
        .toList();
  }

  private static Tiers.Cgroup cgroup(Tier tier, Snapshot from, Snapshot to) {
    Optional<Times> a = Optional.ofNullable(from.byTier().get(tier));
    Optional<Times> b = Optional.ofNullable(to.byTier().get(tier));
    return new Tiers.Cgroup(
        tier,
        delta(a, b, times -> times.cgroup().flatMap(Cgroup.Times::cpuNs)),
        delta(a, b, times -> times.cgroup().flatMap(Cgroup.Times::throttledNs)));
  }

  private Optional<Tiers.Echo> echo(Opening from, Snapshot to) throws InterruptedException {
    if (from.resetLagNs().isEmpty()) {
      return Optional.empty();
    }
    Optional<TierClient.EchoStats> stats = client.echoStats(echo.orElseThrow());
    long lag = from.resetLagNs().get() + System.nanoTime() - to.nanoTime();
    return stats.map(
        s -> new Tiers.Echo(s.count(), s.p50Us(), s.p99Us(), s.maxUs(), s.pause(), lag));
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

  private Tiers.Usage usage(ResourceSampler.Watched process, Snapshot from, Snapshot to) {
    Optional<Times> a = Optional.ofNullable(from.byTier().get(process.tier()));
    Optional<Times> b = Optional.ofNullable(to.byTier().get(process.tier()));
    Optional<Long> user = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::userNs));
    Optional<Long> system = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::systemNs));
    Proc proc = sampler.proc();
    return TiersUsageBuilder.stagedBuilder()
        .tier(process.tier())
        .name(process.name())
        .pid(process.pid())
        .cpuNs(user.flatMap(u -> system.map(s -> u + s)))
        .userNs(user)
        .systemNs(system)
        .jitCpuNs(delta(a, b, Times::jitNs))
        .rssBytes(proc.rssBytes(process.pid()))
        .threads(proc.threads(process.pid()))
        .cpus(cores(process.tier(), to))
        .heap(
            a.flatMap(Times::heap)
                .flatMap(first -> b.flatMap(Times::heap).map(last -> heap(first, last))))
        .build();
  }

  private static Tiers.Heap heap(HeapWatch.Reading from, HeapWatch.Reading to) {
    long collections = to.collections() - from.collections();
    return new Tiers.Heap(
        to.collector(),
        from.allocatedBytes()
            .filter(a -> from.missed() == to.missed())
            .flatMap(a -> to.allocatedBytes().map(b -> b - a)),
        collections,
        to.pauses() - from.pauses(),
        to.pauseNs() - from.pauseNs(),
        collections > 0 ? Optional.of(to.keptBytes()) : Optional.empty());
  }

  /** Of a process that is gone already: all cores, which overlap every other's. */
  private String cores(Tier tier, Snapshot at) {
    return Optional.ofNullable(scheduling.get(tier))
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
