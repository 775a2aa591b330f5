package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.step.ResourceSampler.HostReading;
import dev.tierbench.harness.http.step.ResourceSampler.Snapshot;
import dev.tierbench.harness.tier.TierClient;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.harness.tier.remote.RemoteGenerator;
import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.HostTimes;
import dev.tierbench.observer.host.NetworkCounters;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.heap.HeapWatch;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.observer.measured.Times;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.Scheduling;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TiersUsageBuilder;
import java.io.IOException;
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
 * echo, if there is one, for its count afterwards. Not thread-safe: it receives the events on one
 * thread.
 */
final class BoundaryRecorder implements GeneratorProcess.Listener {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ResourceSampler sampler;
  private final TierClient client;
  private final Optional<URI> echo;
  private final Pinning pinning;
  private final List<PhaseName> phases;
  private final Map<Tier, Scheduling> scheduling = new EnumMap<>(Tier.class);
  private final List<Tiers.Phase> recorded = new ArrayList<>();
  private Optional<Opening> opening = Optional.empty();

  /** After the event before the one that is handled. */
  private ClockReading clock = ClockReading.now();

  private record Opening(
      Snapshot snapshot, LoadEvent event, ClockReading before, Optional<Long> resetLagNs) {}

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
  Tiers tiers(Optional<Settle> settle, Optional<HostSpeed> hostSpeed) {
    return new Tiers(Tiers.SCHEMA, settle, List.copyOf(scheduling.values()), recorded, hostSpeed);
  }

  /**
   * Reads how the kernel schedules every tier. One file for each thread: done while no window is
   * open, if there is a phase before the window.
   */
  void readScheduling() throws IOException, InterruptedException {
    for (ResourceSampler.Watched process : sampler.watched()) {
      if (sampler.isMain(process)) {
        ProcessState now = sampler.state(process);
        scheduling.put(
            process.tier(),
            new Scheduling(
                process.tier(),
                pinning.cores(process.tier()).map(CpuList::text),
                now.group(),
                now.threadsByCores(),
                Map.of(),
                Map.of()));
      }
    }
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    handle(loadgen, event);
    clock = ClockReading.now();
  }

  private void handle(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    if (event.event() == LoadEvent.Type.CONNECTED) {
      sampler.add(Tier.LOADGEN, Tier.LOADGEN.id(), loadgen, false);
      for (RemoteGenerator other : loadgen.others()) {
        sampler.add(other);
      }
    } else if (phases.stream().anyMatch(event::starts)) {
      begin(event);
    } else if (phases.stream().anyMatch(event::ends) && opening.isPresent()) {
      end(loadgen, event);
    }
  }

  private void begin(LoadEvent event) throws IOException, InterruptedException {
    Snapshot snapshot = sampler.take();
    long taken = System.nanoTime();
    boolean reset = echo.isPresent() && client.resetEcho(echo.get());
    opening =
        Optional.of(
            new Opening(
                snapshot,
                event,
                clock,
                reset ? Optional.of(System.nanoTime() - taken) : Optional.empty()));
    if (scheduling.isEmpty()) {
      readScheduling();
    }
  }

  /** The generator may end as soon as its last phase has, so its threads are read here. */
  private void end(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    Snapshot snapshot = sampler.take();
    recorded.add(window(opening.orElseThrow(), snapshot, event, loadgen.others()));
    readAffinity(event, tier -> tier == Tier.LOADGEN);
  }

  /** What takes a while and can wait until all have received the event. */
  void afterBoundary(LoadEvent event) throws IOException, InterruptedException {
    if (phases.stream().anyMatch(event::ends)) {
      readAffinity(event, tier -> tier != Tier.LOADGEN);
    }
  }

  /** After the measured and the traced window, which the checks look at. */
  private void readAffinity(LoadEvent event, Predicate<Tier> tiers)
      throws IOException, InterruptedException {
    if (event.ends(PhaseName.PROFILE)) {
      return;
    }
    boolean measured = event.ends(PhaseName.MEASURE);
    for (ResourceSampler.Watched process : sampler.watched()) {
      if (tiers.test(process.tier()) && sampler.isMain(process)) {
        Map<String, Integer> now = sampler.state(process).threadsByCores();
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

  /** A bound: the answer came later than the snapshot was taken. Both are of this host's clock. */
  private static long lag(HostReading reading, LoadEvent event, ClockReading before) {
    return reading.at().sinceNanos(event.epochMs(), before);
  }

  private Tiers.Phase window(
      Opening from, Snapshot to, LoadEvent event, List<RemoteGenerator> generators)
      throws IOException, InterruptedException {
    Optional<Tiers.Echo> echoStats = echo(from);
    List<Tiers.Usage> usages = new ArrayList<>();
    for (ResourceSampler.Watched process : sampler.watched()) {
      usages.add(usage(process, from.snapshot(), to));
    }
    List<Tiers.HostWindow> windows = new ArrayList<>();
    for (MeasuredHost host : sampler.hosts().all()) {
      long skewNs = 0;
      for (RemoteGenerator generator : generators) {
        if (generator.host().equals(host)) {
          skewNs =
              NANOS_PER_MILLI
                  * Math.max(generator.skewMillis(from.event()), generator.skewMillis(event));
        }
      }
      windows.add(window(host, from, to, event, skewNs));
    }
    Tiers.HostWindow own = windows.getFirst();
    return new Tiers.Phase(
        event.phase().orElseThrow(),
        own.windowNs(),
        own.boundaryLagNs(),
        own.host(),
        usages,
        echoStats,
        cgroups(from.snapshot(), to),
        windows.size() > 1 ? windows : List.of());
  }

  /**
   * @param skewNs how far the boundaries of its own generator are from those of the one here
   */
  private Tiers.HostWindow window(
      MeasuredHost host, Opening from, Snapshot to, LoadEvent event, long skewNs) {
    HostReading first = from.snapshot().of(host);
    HostReading last = to.of(host);
    long windowNs = last.snapshot().nanoTime() - first.snapshot().nanoTime();
    return new Tiers.HostWindow(
        host.name(),
        sampler.watched().stream()
            .filter(process -> process.host().equals(host))
            .map(ResourceSampler.Watched::name)
            .toList(),
        windowNs,
        Math.max(
            skewNs, Math.max(lag(first, from.event(), from.before()), lag(last, event, clock))),
        last.snapshot().host().since(first.snapshot().host(), windowNs),
        first.snapshot().network().flatMap(a -> last.snapshot().network().map(b -> network(a, b))),
        last.silenceNs());
  }

  private static Tiers.Network network(NetworkCounters from, NetworkCounters to) {
    return new Tiers.Network(
        to.sentSegments() - from.sentSegments(),
        to.retransmittedSegments() - from.retransmittedSegments(),
        to.droppedPackets() - from.droppedPackets(),
        to.softirqNs() - from.softirqNs());
  }

  private List<Tiers.Cgroup> cgroups(Snapshot from, Snapshot to) {
    return sampler.watched().stream()
        .filter(ResourceSampler.Watched::inContainer)
        .map(process -> cgroup(process.tier(), from.times(process), to.times(process)))
        .toList();
  }

  private static Tiers.Cgroup cgroup(Tier tier, Optional<Times> from, Optional<Times> to) {
    return new Tiers.Cgroup(
        tier,
        delta(from, to, times -> times.cgroup().flatMap(Cgroup.Times::cpuNs)),
        delta(from, to, times -> times.cgroup().flatMap(Cgroup.Times::throttledNs)));
  }

  private Optional<Tiers.Echo> echo(Opening from) throws InterruptedException {
    if (from.resetLagNs().isEmpty()) {
      return Optional.empty();
    }
    long asked = System.nanoTime();
    Optional<TierClient.EchoStats> stats = client.echoStats(echo.orElseThrow());
    long lag = from.resetLagNs().get() + System.nanoTime() - asked;
    return stats.map(
        s -> new Tiers.Echo(s.count(), s.p50Us(), s.p99Us(), s.maxUs(), s.pause(), lag));
  }

  private Tiers.Usage usage(ResourceSampler.Watched process, Snapshot from, Snapshot to)
      throws IOException, InterruptedException {
    Optional<Times> a = from.times(process);
    Optional<Times> b = to.times(process);
    Optional<Long> user = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::userNs));
    Optional<Long> system = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::systemNs));
    ProcessState now = sampler.state(process);
    return TiersUsageBuilder.stagedBuilder()
        .tier(process.tier())
        .name(process.name())
        .pid(process.pid())
        .cpuNs(user.flatMap(u -> system.map(s -> u + s)))
        .userNs(user)
        .systemNs(system)
        .jitCpuNs(delta(a, b, Times::jitNs))
        .rssBytes(now.rssBytes())
        .threads(now.threads())
        .cpus(cores(process, now, to))
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
  private String cores(ResourceSampler.Watched process, ProcessState now, Snapshot at) {
    Optional<CpuList> own =
        sampler.isMain(process)
            ? Optional.ofNullable(scheduling.get(process.tier())).flatMap(Scheduling::coresAtStart)
            : Scheduling.cores(now.threadsByCores());
    return own.orElseGet(() ->
            new CpuList(
                at.of(process.host()).snapshot().host().perCore().stream()
                    .map(HostTimes.Core::cpu)
                    .collect(Collectors.toSet())))
        .text();
  }

  private static Optional<Long> delta(
      Optional<Times> from, Optional<Times> to, Function<Times, Optional<Long>> part) {
    return from.flatMap(part).flatMap(a -> to.flatMap(part).map(b -> b - a));
  }
}
