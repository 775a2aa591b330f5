package dev.tierbench.observer.measured;

import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.heap.HeapWatch;
import java.util.Optional;

/** What a process used so far; a part that could not be read is empty. */
public record Times(
    Optional<Proc.CpuTimes> cpu,
    Optional<Long> jitNs,
    Optional<Cgroup.Times> cgroup,
    Optional<HeapWatch.Reading> heap) {}
