package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.sample.ClockReading;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.http.sample.ResourceSampler.HostReading;
import dev.tierbench.harness.http.sample.ResourceSampler.Snapshot;
import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.harness.tier.remote.RemoteGenerator;
import dev.tierbench.observer.host.HostTimes;
import dev.tierbench.observer.measured.IdleServers;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.observer.measured.Times;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.Scheduling;
import dev.tierbench.run.record.Tiers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Takes snapshots at the boundaries of some phases, before anything else is done there, and asks
 * echo, if there is one, for its count afterwards. Not thread-safe: it receives the events on one
 * thread.
 */
public final class BoundaryRecorder implements Window {

  private final ResourceSampler sampler;
  private final Optional<Backend.Counter> backend;
  private final List<PhaseName> phases;
  private final SchedulingRecorder scheduling;
  private final List<Tiers.Phase> recorded = new ArrayList<>();
  private Optional<Opening> opening = Optional.empty();

  /** Reading taken after the event before the one that is handled. */
  private ClockReading clock = ClockReading.now();

  private record Opening(
      Snapshot snapshot, LoadEvent event, ClockReading before, Optional<Long> resetLagNs) {}

  /**
   * A recorder of the boundaries of some phases.
   *
   * @param backend counts what the tier that servers call handles; empty when they call none
   * @param pinning the cores that the plan holds each tier to
   */
  public BoundaryRecorder(
      ResourceSampler sampler,
      Optional<Backend.Counter> backend,
      Pinning pinning,
      List<PhaseName> phases) {
    this.sampler = sampler;
    this.backend = backend;
    this.scheduling = new SchedulingRecorder(sampler, pinning);
    this.phases = List.copyOf(phases);
  }

  /** What was recorded, without the speed of the host; readable when the load has ended. */
  public Tiers tiers(Optional<Settle> settle) {
    return new Tiers(Tiers.SCHEMA, settle, scheduling.values(), recorded, Optional.empty());
  }

  /**
   * Reads how the kernel schedules every tier. One file for each thread: done while no window is
   * open, if there is a phase or a pause before the window, and at its opening otherwise.
   */
  public void readScheduling() throws IOException, InterruptedException {
    scheduling.read();
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
    Snapshot snapshot = sampler.takeAtOpening();
    long taken = System.nanoTime();
    boolean reset = backend.isPresent() && backend.get().begin();
    opening =
        Optional.of(
            new Opening(
                snapshot,
                event,
                clock,
                reset ? Optional.of(System.nanoTime() - taken) : Optional.empty()));
    if (scheduling.isEmpty()) {
      scheduling.read();
    }
  }

  /** The generator may end as soon as its last phase has, so its threads are read here. */
  private void end(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    Snapshot snapshot = sampler.take();
    recorded.add(window(opening.orElseThrow(), snapshot, event, loadgen.others()));
    scheduling.readAfter(event, tier -> tier == Tier.LOADGEN);
  }

  @Override
  public void afterBoundary(LoadEvent event) throws IOException, InterruptedException {
    if (phases.stream().anyMatch(event::ends)) {
      scheduling.readAfter(event, tier -> tier != Tier.LOADGEN);
    }
  }

  /** A bound: the answer came later than the snapshot was taken. Both are of this host's clock. */
  private static long lag(HostReading reading, LoadEvent event, ClockReading before) {
    return reading.at().sinceNanos(event.epochMs(), before);
  }

  private Tiers.Phase window(
      Opening from, Snapshot to, LoadEvent event, List<RemoteGenerator> generators)
      throws IOException, InterruptedException {
    Backend.Count count = count(from, to, event);
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
              TimeUnit.MILLISECONDS.toNanos(
                  Math.max(generator.skewMillis(from.event()), generator.skewMillis(event)));
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
        count.echo(),
        count.database(),
        cgroups(from.snapshot(), to),
        windows.size() > 1 ? windows : List.of(),
        IdleServers.between(from.snapshot().idleServers(), to.idleServers()));
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
        first
            .snapshot()
            .network()
            .flatMap(a -> last.snapshot().network().map(b -> UsageDelta.network(a, b))),
        last.silenceNs());
  }

  private List<Tiers.Cgroup> cgroups(Snapshot from, Snapshot to) {
    return sampler.watched().stream()
        .filter(
            process -> process.ownsGroup() || to.times(process).flatMap(Times::cgroup).isPresent())
        .map(process -> UsageDelta.cgroup(process, from, to))
        .toList();
  }

  /**
   * The count of the backend, which is reset and read after the snapshots, however late these are.
   */
  private Backend.Count count(Opening from, Snapshot to, LoadEvent event)
      throws InterruptedException {
    if (from.resetLagNs().isEmpty()) {
      return Backend.Count.NONE;
    }
    MeasuredHost here = sampler.hosts().all().getFirst();
    return backend
        .orElseThrow()
        .end(
            lag(from.snapshot().of(here), from.event(), from.before())
                + from.resetLagNs().get()
                + lag(to.of(here), event, clock));
  }

  private Tiers.Usage usage(ResourceSampler.Watched process, Snapshot from, Snapshot to)
      throws IOException, InterruptedException {
    ProcessState now = sampler.state(process);
    return UsageDelta.of(process, from, to, now, cores(process, now, to));
  }

  /** The cores of a process; all for one that has exited, so that it never counts as isolated. */
  private String cores(ResourceSampler.Watched process, ProcessState now, Snapshot at) {
    Optional<CpuList> own =
        sampler.isMain(process)
            ? scheduling.coresAtStart(process.tier())
            : Scheduling.cores(now.threadsByCores());
    return own.orElseGet(() ->
            new CpuList(
                at.of(process.host()).snapshot().host().perCore().stream()
                    .map(HostTimes.Core::cpu)
                    .collect(Collectors.toSet())))
        .text();
  }
}
