package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.http.sample.ResourceSampler.Snapshot;
import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.NetworkCounters;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.heap.HeapWatch;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.observer.measured.Times;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TiersCgroupBuilder;
import dev.tierbench.run.record.TiersUsageBuilder;
import java.util.Optional;
import java.util.function.Function;

/** What processes and hosts used between two snapshots. */
final class UsageDelta {

  private UsageDelta() {}

  /**
   * What a process used.
   *
   * @param now its state at the end
   * @param cores that its threads may use
   */
  static Tiers.Usage of(
      ResourceSampler.Watched process, Snapshot from, Snapshot to, ProcessState now, String cores) {
    Optional<Times> a = from.times(process);
    Optional<Times> b = to.times(process);
    Optional<Long> user = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::userNs));
    Optional<Long> system = delta(a, b, times -> times.cpu().map(Proc.CpuTimes::systemNs));
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
        .cpus(cores)
        .heap(
            a.flatMap(Times::heap)
                .flatMap(first -> b.flatMap(Times::heap).map(last -> heap(first, last))))
        .build();
  }

  static Tiers.Network network(NetworkCounters from, NetworkCounters to) {
    return new Tiers.Network(
        to.sentSegments() - from.sentSegments(),
        to.retransmittedSegments() - from.retransmittedSegments(),
        to.droppedPackets() - from.droppedPackets(),
        to.softirqNs() - from.softirqNs());
  }

  /** What the control group of a process used. */
  static Tiers.Cgroup cgroup(ResourceSampler.Watched process, Snapshot from, Snapshot to) {
    Optional<Cgroup.Times> a = from.times(process).flatMap(Times::cgroup);
    Optional<Cgroup.Times> b = to.times(process).flatMap(Times::cgroup);
    return TiersCgroupBuilder.builder()
        .tier(process.tier())
        .cpuNs(delta(a, b, Cgroup.Times::cpuNs))
        .throttledNs(delta(a, b, Cgroup.Times::throttledNs))
        .throttles(delta(a, b, Cgroup.Times::throttles))
        .periods(delta(a, b, Cgroup.Times::periods))
        .quotaCores(b.flatMap(Cgroup.Times::quotaCores))
        .memory(
            b.flatMap(Cgroup.Times::memory).map(memory -> memory(memory, to.memoryPeak(process))))
        .asked(process.limits())
        .shared(!process.ownsGroup())
        .build();
  }

  /** A peak that was reset is that of the window alone. */
  private static Tiers.GroupMemory memory(Tiers.GroupMemory read, Optional<Long> ofWindow) {
    return new Tiers.GroupMemory(
        read.limitBytes(), ofWindow.isPresent() ? Optional.empty() : read.peakBytes(), ofWindow);
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

  private static <T> Optional<Long> delta(
      Optional<T> from, Optional<T> to, Function<T, Optional<Long>> part) {
    return from.flatMap(part).flatMap(a -> to.flatMap(part).map(b -> b - a));
  }
}
