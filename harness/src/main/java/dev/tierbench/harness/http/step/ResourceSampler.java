package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.OtherGenerator;
import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.measured.HostSnapshot;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.observer.measured.Target;
import dev.tierbench.observer.measured.Times;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Scheduling;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Samples what all tiers and hosts use, as close together as possible. */
final class ResourceSampler {

  private final MeasuredHosts hosts;
  private final List<Watched> watched = new CopyOnWriteArrayList<>();

  /** A thread for each other host, so that all are asked at once. */
  private final ExecutorService asking =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("ask-host-", 0).daemon().factory());

  ResourceSampler(MeasuredHosts hosts) {
    this.hosts = hosts;
  }

  /** A process that is part of every snapshot, and the host that it is on. */
  record Watched(Tier tier, String name, long pid, boolean inContainer, MeasuredHost host) {}

  /**
   * A host at an instant.
   *
   * @param epochMs when its answer had come, by the clock of this host
   * @param silenceNs the longest time without an answer of it until then; empty of this host
   */
  record HostReading(HostSnapshot snapshot, long epochMs, Optional<Long> silenceNs) {}

  /** All hosts at an instant, by name; the sweep's own first. */
  record Snapshot(Map<String, HostReading> byHost) {

    HostReading of(MeasuredHost host) {
      return byHost.get(host.name());
    }

    Optional<Times> times(Watched process) {
      return Optional.ofNullable(of(process.host()).snapshot().times().get(process.name()));
    }
  }

  void add(Tier tier, String name, RunningTier process) throws InterruptedException {
    add(tier, name, process, false);
  }

  /** A process that ends by itself, and whose end is a boundary. */
  void addEnding(Tier tier, String name, RunningTier process) throws InterruptedException {
    add(tier, name, process, true);
  }

  private void add(Tier tier, String name, RunningTier process, boolean ending)
      throws InterruptedException {
    add(hosts.of(tier), new Target(tier, name, process.pid(), process.containerId(), ending));
  }

  /** A generator on another host. */
  void add(OtherGenerator generator) throws InterruptedException {
    long pid = asked(generator::pid);
    String name = generator.host().name();
    add(generator.host(), new Target(Tier.LOADGEN, name, pid, Optional.empty(), false));
  }

  private void add(MeasuredHost host, Target target) throws InterruptedException {
    MeasuredHost unused =
        asked(() -> {
          host.watch(target);
          return host;
        });
    watched.removeIf(other -> other.tier() == target.tier() && other.host().equals(host));
    watched.add(
        new Watched(
            target.tier(), target.name(), target.pid(), target.containerId().isPresent(), host));
  }

  List<Watched> watched() {
    return List.copyOf(watched);
  }

  MeasuredHosts hosts() {
    return hosts;
  }

  /** What a tier used so far, on the clock of its host. */
  Settling.Reading reading(Tier tier) {
    Optional<Watched> process = watched(tier);
    HostSnapshot snapshot =
        uninterrupted(() -> process.map(Watched::host).orElse(hosts.own()).snapshot());
    Optional<Times> times =
        process.flatMap(found -> Optional.ofNullable(snapshot.times().get(found.name())));
    return new Settling.Reading(
        snapshot.nanoTime(),
        times.flatMap(Times::cpu).map(Proc.CpuTimes::totalNs),
        times.flatMap(Times::jitNs));
  }

  /** CPU time of a process so far, on the clock of its host. */
  record CpuReading(long nanoTime, long cpuNs) {}

  /**
   * CPU time of all that is watched, without what could not be read. It is no {@link Snapshot}: the
   * hosts' silence stays to be asked for at the next boundary.
   */
  Map<Watched, CpuReading> cpu() {
    Map<MeasuredHost, HostSnapshot> snapshots = new LinkedHashMap<>();
    Map<Watched, CpuReading> readings = new LinkedHashMap<>();
    for (Watched process : watched) {
      HostSnapshot snapshot =
          snapshots.computeIfAbsent(process.host(), host -> uninterrupted(host::snapshot));
      Optional.ofNullable(snapshot.times().get(process.name()))
          .flatMap(Times::cpu)
          .ifPresent(
              cpu -> readings.put(process, new CpuReading(snapshot.nanoTime(), cpu.totalNs())));
    }
    return readings;
  }

  /** How a process is now. */
  ProcessState state(Watched process) {
    return uninterrupted(() -> process.host().process(process.name()));
  }

  /** The cores that the threads of a tier may use now; empty when it is gone. */
  Optional<CpuList> cores(Tier tier) {
    return watched(tier).flatMap(process -> Scheduling.cores(state(process).threadsByCores()));
  }

  private Optional<Watched> watched(Tier tier) {
    return watched.stream().filter(process -> isMain(process, tier)).findFirst();
  }

  private boolean isMain(Watched process, Tier tier) {
    return process.tier() == tier && process.host().equals(hosts.of(tier));
  }

  /** Whether it is the process of its tier, and no further generator. */
  boolean isMain(Watched process) {
    return isMain(process, process.tier());
  }

  /** The others are asked while this host is read. */
  Snapshot take() {
    Map<String, CompletableFuture<HostReading>> answers = new LinkedHashMap<>();
    for (MeasuredHost host : hosts.elsewhere()) {
      answers.put(host.name(), CompletableFuture.supplyAsync(() -> read(host), asking));
    }
    Map<String, HostReading> readings = new LinkedHashMap<>();
    readings.put(hosts.own().name(), read(hosts.own()));
    answers.forEach((name, answer) -> readings.put(name, joined(answer)));
    return new Snapshot(readings);
  }

  private static HostReading joined(CompletableFuture<HostReading> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof UncheckedIOException lost ? lost : e;
    }
  }

  private static HostReading read(MeasuredHost host) {
    HostSnapshot snapshot = uninterrupted(host::snapshot);
    return new HostReading(snapshot, System.currentTimeMillis(), host.longestSilenceNs());
  }

  /** A question to a host. */
  private interface Question<T> {
    T ask() throws IOException, InterruptedException;
  }

  private static <T> T asked(Question<T> question) throws InterruptedException {
    try {
      return question.ask();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static <T> T uninterrupted(Question<T> question) {
    try {
      return asked(question);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(
          new java.io.InterruptedIOException("interrupted while a host was asked"));
    }
  }
}
