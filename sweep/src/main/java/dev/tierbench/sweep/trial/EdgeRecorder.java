package dev.tierbench.sweep.trial;

import dev.tierbench.run.Tiers;
import dev.tierbench.sweep.host.Cgroup;
import dev.tierbench.sweep.host.Proc;
import dev.tierbench.sweep.tier.Child;
import dev.tierbench.sweep.tier.TierClient;
import dev.tierbench.sweep.trial.Watch.Snapshot;
import dev.tierbench.sweep.trial.Watch.Times;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Takes snapshots at the edges of some phases, before anything else is done there, and asks echo
 * for its count afterwards. Not thread-safe: it hears of edges on one thread.
 */
final class EdgeRecorder implements LoadRun.Listener {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Watch watch;
  private final TierClient client;
  private final URI echo;
  private final List<String> phases;
  private final List<Tiers.Phase> recorded = new ArrayList<>();
  private Optional<Opening> opening = Optional.empty();

  private record Opening(Snapshot snapshot, long lagNs, Optional<Long> resetLagNs) {}

  EdgeRecorder(Watch watch, TierClient client, URI echo, List<String> phases) {
    this.watch = watch;
    this.client = client;
    this.echo = echo;
    this.phases = List.copyOf(phases);
  }

  /** What was recorded, readable when the run has ended. */
  Tiers tiers() {
    return new Tiers(Tiers.SCHEMA, recorded);
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws InterruptedException {
    if (event.isConnected()) {
      watch.add("loadgen", "loadgen", loadgen);
    } else if (phases.stream().anyMatch(event::starts)) {
      Snapshot snapshot = watch.take();
      boolean reset = client.resetEcho(echo);
      Optional<Long> resetLag =
          reset ? Optional.of(System.nanoTime() - snapshot.nanoTime()) : Optional.empty();
      opening = Optional.of(new Opening(snapshot, lag(snapshot, event), resetLag));
    } else if (phases.stream().anyMatch(event::ends) && opening.isPresent()) {
      Snapshot snapshot = watch.take();
      recorded.add(window(opening.get(), snapshot, event));
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
        watch.watched().stream().map(process -> tier(process, from.snapshot(), to)).toList();
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
    return watch.watched().stream()
        .filter(Watch.Watched::inContainer)
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
    return new Tiers.Host(
        b.cores(), b.busyNs() - a.busyNs(), b.idleNs() - a.idleNs(), b.stealNs() - a.stealNs());
  }

  private Tiers.Tier tier(Watch.Watched process, Snapshot from, Snapshot to) {
    Optional<Times> a = Optional.ofNullable(from.byRole().get(process.role()));
    Optional<Times> b = Optional.ofNullable(to.byRole().get(process.role()));
    Optional<Long> user = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::userNs));
    Optional<Long> system = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::systemNs));
    Proc proc = watch.proc();
    return new Tiers.Tier(
        process.role(),
        process.name(),
        process.pid(),
        user.flatMap(u -> system.map(s -> u + s)),
        user,
        system,
        delta(a, b, Times::jitNs),
        delta(a, b, Times::runDelayNs),
        proc.rssBytes(process.pid()),
        proc.threads(process.pid()),
        process.cpus());
  }

  private static Optional<Long> delta(
      Optional<Times> from, Optional<Times> to, Function<Times, Optional<Long>> part) {
    return from.flatMap(part).flatMap(a -> to.flatMap(part).map(b -> b - a));
  }
}
