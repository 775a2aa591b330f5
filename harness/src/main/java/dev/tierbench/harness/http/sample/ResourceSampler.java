package dev.tierbench.harness.http.sample;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.remote.RemoteGenerator;
import dev.tierbench.observer.host.LimitedGroup;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.measured.HostSnapshot;
import dev.tierbench.observer.measured.IdleServers;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.observer.measured.MeasuredProcess;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.observer.measured.Times;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.ResourceLimits;
import dev.tierbench.run.record.Scheduling;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Samples what all tiers and hosts use, as close together as possible. */
public final class ResourceSampler {

  private final MeasuredHosts hosts;
  private final IdleServers others;
  private final List<Watched> watched = new CopyOnWriteArrayList<>();

  /** A thread for each other host, so that all are asked at once. */
  private final ExecutorService asking =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("ask-host-", 0).daemon().factory());

  /**
   * A sampler that watches nothing yet.
   *
   * @param others the servers that are up beside the one that is watched
   */
  public ResourceSampler(MeasuredHosts hosts, IdleServers others) {
    this.hosts = hosts;
    this.others = others;
  }

  /**
   * A process that is part of every snapshot.
   *
   * @param ownsGroup whether it has a control group of its own, as in a container
   * @param limits of that group that the plan asks for
   * @param limited that group, when the sweep made it for these limits
   * @param host that it is on
   */
  public record Watched(
      Tier tier,
      String name,
      long pid,
      boolean ownsGroup,
      Optional<ResourceLimits> limits,
      Optional<LimitedGroup> limited,
      MeasuredHost host) {}

  /**
   * A host at an instant.
   *
   * @param at when its answer had come, by the clocks of this host
   * @param silenceNs the longest time without an answer of it until then; empty of this host
   */
  public record HostReading(HostSnapshot snapshot, ClockReading at, Optional<Long> silenceNs) {}

  /**
   * All hosts at an instant, by name.
   *
   * @param memoryPeaks the most memory of each limited group since the one before that opened a
   *     window, in bytes, by the name of its process
   * @param idleServers CPU time of the other servers of a round so far, in ns by pid
   */
  public record Snapshot(
      Map<String, HostReading> byHost, Map<String, Long> memoryPeaks, Map<Long, Long> idleServers) {

    /** The reading of a host. */
    public HostReading of(MeasuredHost host) {
      return byHost.get(host.name());
    }

    /** The times of a process; empty when it could not be read. */
    public Optional<Times> times(Watched process) {
      return Optional.ofNullable(of(process.host()).snapshot().times().get(process.name()));
    }

    /** The most memory of its group inside the window; empty where the kernel cannot say. */
    public Optional<Long> memoryPeak(Watched process) {
      return Optional.ofNullable(memoryPeaks.get(process.name()));
    }
  }

  /**
   * Watches a process from now on.
   *
   * @param ending whether it ends by itself, and its end is a boundary
   */
  public void add(Tier tier, String name, RunningTier process, boolean ending)
      throws IOException, InterruptedException {
    if (tier == Tier.SERVER && hosts.of(tier).equals(hosts.own())) {
      others.add(name, process.pid());
    }
    add(
        hosts.of(tier),
        new MeasuredProcess(tier, name, process.pid(), process.controlGroup(), ending),
        process.limits(),
        process.limitedGroup());
  }

  /** Watches a generator on another host from now on. */
  public void add(RemoteGenerator generator) throws IOException, InterruptedException {
    String name = generator.host().name();
    add(
        generator.host(),
        new MeasuredProcess(Tier.LOADGEN, name, generator.pid(), Optional.empty(), false),
        Optional.empty(),
        Optional.empty());
  }

  private void add(
      MeasuredHost host,
      MeasuredProcess target,
      Optional<ResourceLimits> limits,
      Optional<LimitedGroup> limited)
      throws IOException, InterruptedException {
    host.watch(target);
    watched.removeIf(other -> other.tier() == target.tier() && other.host().equals(host));
    watched.add(
        new Watched(
            target.tier(),
            target.name(),
            target.pid(),
            target.containerId().isPresent(),
            limits,
            limited,
            host));
  }

  /** All processes that are watched. */
  public List<Watched> watched() {
    return List.copyOf(watched);
  }

  /** The hosts of the sweep. */
  public MeasuredHosts hosts() {
    return hosts;
  }

  /** Reads what a tier used so far, on the clock of its host. */
  public TierReading reading(Tier tier) throws IOException, InterruptedException {
    Optional<Watched> process = watched(tier);
    HostSnapshot snapshot = process.map(Watched::host).orElse(hosts.own()).snapshot();
    Optional<Times> times =
        process.flatMap(found -> Optional.ofNullable(snapshot.times().get(found.name())));
    return new TierReading(
        snapshot.nanoTime(),
        times.flatMap(Times::cpu).map(Proc.CpuTimes::totalNs),
        times.flatMap(Times::jitNs));
  }

  /** CPU time of a process so far, on the clock of its host. */
  public record CpuReading(long nanoTime, long cpuNs) {}

  /**
   * CPU time of all that is watched, without what could not be read. It is no {@link Snapshot}: the
   * hosts' silence stays to be asked for at the next boundary.
   */
  public Map<Watched, CpuReading> cpu() throws IOException, InterruptedException {
    Map<MeasuredHost, HostSnapshot> snapshots = new HashMap<>();
    Map<Watched, CpuReading> readings = new HashMap<>();
    for (Watched process : watched) {
      if (!snapshots.containsKey(process.host())) {
        snapshots.put(process.host(), process.host().snapshot());
      }
      HostSnapshot snapshot = snapshots.get(process.host());
      Optional.ofNullable(snapshot.times().get(process.name()))
          .flatMap(Times::cpu)
          .ifPresent(
              cpu -> readings.put(process, new CpuReading(snapshot.nanoTime(), cpu.totalNs())));
    }
    return readings;
  }

  /** Reads how a process is now. */
  public ProcessState state(Watched process) throws IOException, InterruptedException {
    return process.host().process(process.name());
  }

  /** The cores that the threads of a tier may use now; empty when it is gone. */
  public Optional<CpuList> cores(Tier tier) throws IOException, InterruptedException {
    Optional<Watched> process = watched(tier);
    return process.isPresent()
        ? Scheduling.cores(state(process.get()).threadsByCores())
        : Optional.empty();
  }

  private Optional<Watched> watched(Tier tier) {
    return watched.stream()
        .filter(process -> process.tier() == tier && isMain(process))
        .findFirst();
  }

  /** Whether it is the process of its tier, and no further generator. */
  public boolean isMain(Watched process) {
    return process.host().equals(hosts.of(process.tier()));
  }

  /** Reads all hosts, and lets the peaks of memory count anew: a window opens. */
  public Snapshot takeAtOpening() throws IOException, InterruptedException {
    Snapshot snapshot = take();
    for (Watched process : watched) {
      process.limited().ifPresent(LimitedGroup::resetMemoryPeak);
    }
    return snapshot;
  }

  /** Reads all hosts; the others are asked while this one is read. */
  public Snapshot take() throws IOException, InterruptedException {
    Map<String, Future<HostReading>> answers = new LinkedHashMap<>();
    for (MeasuredHost host : hosts.elsewhere()) {
      answers.put(host.name(), asking.submit(() -> read(host)));
    }
    Map<String, HostReading> readings = new HashMap<>();
    readings.put(hosts.own().name(), read(hosts.own()));
    for (Map.Entry<String, Future<HostReading>> answer : answers.entrySet()) {
      readings.put(answer.getKey(), answered(answer.getValue()));
    }
    Map<String, Long> peaks = new HashMap<>();
    for (Watched process : watched) {
      process
          .limited()
          .flatMap(LimitedGroup::memoryPeakBytes)
          .ifPresent(bytes -> peaks.put(process.name(), bytes));
    }
    Map<Long, Long> idle =
        watched(Tier.SERVER).map(Watched::name).map(others::cpuOfOthers).orElse(Map.of());
    return new Snapshot(readings, peaks, idle);
  }

  private static HostReading answered(Future<HostReading> answer)
      throws IOException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    }
  }

  private static HostReading read(MeasuredHost host) throws IOException, InterruptedException {
    HostSnapshot snapshot = host.snapshot();
    return new HostReading(snapshot, ClockReading.now(), host.longestSilenceNs());
  }
}
