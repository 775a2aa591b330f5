package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.heap.HeapWatch;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Samples CPU times of all tiers and the host as close together as possible. */
final class ResourceSampler {

  private final Proc proc;
  private final List<Watched> watched = new CopyOnWriteArrayList<>();

  ResourceSampler(Proc proc) {
    this.proc = proc;
  }

  /**
   * A process with its compiler threads: looked up once because that takes a while, when the
   * process is ready and its threads are there.
   */
  record Watched(
      Tier tier,
      String name,
      long pid,
      List<Long> jitThreads,
      boolean inContainer,
      Optional<Cgroup> cgroup,
      Optional<HeapWatch> heap,
      Optional<LastSeen> lastSeen) {}

  /** The times of a process at an instant. */
  record Times(
      Optional<Proc.CpuTimes> cpu,
      Optional<Long> jitNs,
      Optional<Cgroup.Times> cgroup,
      Optional<HeapWatch.Reading> heap) {}

  /** All times at an instant. */
  record Snapshot(long nanoTime, long epochMs, Proc.HostTimes host, Map<Tier, Times> byTier) {}

  void add(Tier tier, String name, RunningTier process) {
    add(tier, name, process, Optional.empty());
  }

  /** A process that ends by itself, and whose end is a boundary. */
  void addEnding(Tier tier, String name, RunningTier process) {
    add(tier, name, process, Optional.of(LastSeen.of(proc, process.pid())));
  }

  private void add(Tier tier, String name, RunningTier process, Optional<LastSeen> lastSeen) {
    watched(tier).flatMap(Watched::heap).ifPresent(HeapWatch::close);
    watched.removeIf(other -> other.tier() == tier);
    long pid = process.pid();
    Optional<String> container = process.containerId();
    // In a group of another name the kernel's account would be that of others too.
    Optional<Cgroup> cgroup =
        container.flatMap(
            id -> Cgroup.of(proc.files(), pid).filter(group -> group.path().contains(id)));
    List<Long> jit = proc.jitThreads(pid);
    Optional<HeapWatch> heap = HeapWatch.of(proc.files(), pid);
    watched.add(new Watched(tier, name, pid, jit, container.isPresent(), cgroup, heap, lastSeen));
  }

  List<Watched> watched() {
    return List.copyOf(watched);
  }

  /** The CPU that a tier used so far. */
  Optional<Long> cpuNs(Tier tier) {
    return watched(tier).flatMap(process -> proc.cpu(process.pid())).map(Proc.CpuTimes::totalNs);
  }

  /** The CPU that the compilers of a tier used so far. */
  Optional<Long> jitNs(Tier tier) {
    return watched(tier).flatMap(process -> proc.onCpuNs(process.pid(), process.jitThreads()));
  }

  /** How many threads of a process may run on which cores; empty when it is gone. */
  Map<String, Integer> affinity(Watched process) {
    Map<String, Integer> now = proc.affinity(process.pid());
    return now.isEmpty() ? process.lastSeen().map(LastSeen::affinity).orElse(now) : now;
  }

  private Optional<Proc.CpuTimes> cpu(Watched process) {
    return proc.cpu(process.pid()).or(() -> process.lastSeen().flatMap(LastSeen::cpu));
  }

  /** The cores that the threads of a tier may use now; empty when it is gone. */
  Optional<CpuList> cores(Tier tier) {
    return watched(tier)
        .flatMap(process ->
            proc.affinity(process.pid()).keySet().stream()
                .map(CpuList::parse)
                .reduce(CpuList::union));
  }

  private Optional<Watched> watched(Tier tier) {
    return watched.stream().filter(process -> process.tier() == tier).findFirst();
  }

  Proc proc() {
    return proc;
  }

  Snapshot take() {
    long nanoTime = System.nanoTime();
    Proc.HostTimes host = proc.host();
    Map<Tier, Times> byTier = new EnumMap<>(Tier.class);
    for (Watched process : watched) {
      byTier.put(
          process.tier(),
          new Times(
              cpu(process),
              proc.onCpuNs(process.pid(), process.jitThreads()),
              process.cgroup().map(Cgroup::times),
              process.heap().map(HeapWatch::read)));
    }
    return new Snapshot(nanoTime, System.currentTimeMillis(), host, byTier);
  }
}
