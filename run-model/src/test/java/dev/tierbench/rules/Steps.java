package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Load;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Settle;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.LoadResultPhaseBuilder;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.ObservationBuilder;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Scheduling;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TiersUsageBuilder;
import dev.tierbench.run.record.Warmup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A step that passes every rule, and changes to it. */
public final class Steps {
  private Steps() {}

  public static final int N = 800;
  public static final long WINDOW_NS = 10_000_000_000L;

  /** 800 connections, 50 ms each: 16,000 requests a second by Little's law. */
  public static LoadResult.Phase phase() {
    return phase(160_000, new LoadResult.Failed(0, 0, 0, 0, 0), N, 50_000, List.of(), 500);
  }

  public static LoadResult.Phase phase(
      long ok,
      LoadResult.Failed failed,
      long inFlight,
      double meanUs,
      List<Long> perSecond,
      double lagP99Us) {
    return phase(PhaseName.MEASURE.id(), ok, failed, inFlight, meanUs, perSecond, lagP99Us);
  }

  private static LatencySummary latency(double meanUs) {
    return new LatencySummary(
        Optional.of(meanUs),
        Optional.of(meanUs),
        Optional.empty(),
        Optional.of(meanUs),
        Optional.empty(),
        Optional.of(meanUs));
  }

  /** Connections that were replaced, a third of whose time was for TCP and half of it for TLS. */
  public static LoadResult.Renewals renewals(long count, double meanUs) {
    return new LoadResult.Renewals(
        count, latency(meanUs), latency(meanUs / 3), Optional.of(latency(meanUs / 2)));
  }

  /** The traced phase; of its requests some failed. */
  public static LoadResult.Phase traced(long failed) {
    return phase(
        PhaseName.TRACE.id(),
        160_000 - failed,
        new LoadResult.Failed(failed, 0, 0, 0, 0),
        N,
        50_000,
        List.of(),
        500);
  }

  private static LoadResult.Phase phase(
      String name,
      long ok,
      LoadResult.Failed failed,
      long inFlight,
      double meanUs,
      List<Long> perSecond,
      double lagP99Us) {
    List<Long> trend = perSecond.isEmpty() ? java.util.Collections.nCopies(10, ok / 10) : perSecond;
    LatencySummary latency = latency(meanUs);
    return LoadResultPhaseBuilder.builder()
        .name(name)
        .startedAt("2026-01-01T00:00:00Z")
        .seconds(10.0)
        .started(Optional.of(ok + failed.total() + inFlight))
        .carriedIn(Optional.of((long) N))
        .ok(ok)
        .failed(failed)
        .inFlightAtEnd(Optional.of(inFlight))
        .throughputRps(ok / 10.0)
        .serviceTimeUs(latency)
        .unsent(Optional.of(0L))
        .okPerSecond(Optional.of(trend))
        .bytesReceived(Optional.of(0L))
        .silence(Optional.of(new Pause(0.02, 1.5)))
        .generator(
            Optional.of(
                new LoadResult.Generator(
                    Optional.of(18.0),
                    Optional.of(Math.abs(lagP99Us)),
                    lagP99Us < 0 ? Optional.empty() : Optional.of(lagP99Us),
                    1.0,
                    0.0,
                    Optional.of(new Pause(0.004, 2.5)))))
        .build();
  }

  /** That phase as wrk reports it: without what only our generator tells. */
  public static LoadResult.Phase bare(LoadResult.Phase phase) {
    return phase.with(next ->
        next.started(Optional.empty())
            .carriedIn(Optional.empty())
            .inFlightAtEnd(Optional.empty())
            .unsent(Optional.empty())
            .okPerSecond(Optional.empty())
            .bytesReceived(Optional.empty())
            .silence(Optional.empty())
            .generator(Optional.empty()));
  }

  /** The sound phase in the open model; what was late lacked a connection. */
  public static LoadResult.Phase scheduled(double rateRatio, double onTimeRatio) {
    return scheduled(rateRatio, 0, 1 - onTimeRatio);
  }

  /** The sound phase in the open model, with shares of sends that were late. */
  public static LoadResult.Phase scheduled(
      double rateRatio, double lateWithConnection, double lateWithoutConnection) {
    LoadResult.Phase phase = phase();
    return phase.with(next ->
        next.responseTimeUs(Optional.of(phase.serviceTimeUs()))
            .rateRatio(Optional.of(rateRatio))
            .sentOnTimeRatio(Optional.of(1 - lateWithConnection - lateWithoutConnection))
            .lateWithConnectionRatio(Optional.of(lateWithConnection))
            .lateWithoutConnectionRatio(Optional.of(lateWithoutConnection))
            .maxScheduleLagUs(Optional.of(700.0)));
  }

  /** The sound phase at another throughput, with requests that wait at its boundaries. */
  public static LoadResult.Phase aged(
      double throughputRps, double carriedInSeconds, double atEndSeconds) {
    return phase()
        .with(next ->
            next.throughputRps(throughputRps)
                .inFlightAge(
                    Optional.of(new LoadResult.InFlightAge(carriedInSeconds, atEndSeconds))));
  }

  public static LoadResult load(LoadResult.Phase... phases) {
    return load(new Load.Closed(N), N, 0, phases);
  }

  /** A result with all of its connections. */
  public static LoadResult load(Load model, List<LoadResult.Phase> phases) {
    return load(
        model,
        phases,
        new LoadResult.Connections(model.connections(), model.connections(), 0, 0.3));
  }

  public static LoadResult load(
      Load model, int established, long reconnects, LoadResult.Phase... phases) {
    return load(
        model, List.of(phases), new LoadResult.Connections(N, established, reconnects, 0.3));
  }

  private static LoadResult load(
      Load model, List<LoadResult.Phase> phases, LoadResult.Connections connections) {
    return new LoadResult(
        LoadResult.SCHEMA,
        "http://127.0.0.1:8080/sleep",
        new LoadResult.Request("GET", 0, Optional.empty(), Optional.empty()),
        model,
        connections,
        phases,
        List.of(),
        new LoadResult.Environment("0", "25", "epoll", 1, List.of()));
  }

  /** Eight cores that were all as busy as that. */
  public static Tiers.Host host(long busyPercent) {
    List<Tiers.Core> cores = new ArrayList<>();
    for (int cpu = 0; cpu < 8; cpu++) {
      cores.add(new Tiers.Core(cpu, busyPercent, 100 - busyPercent, 0, 0));
    }
    return new Tiers.Host(8, 8 * busyPercent, 8 * (100 - busyPercent), 0, cores);
  }

  /** A tier of ten threads that stayed on those cores, to which the plan holds it. */
  public static Scheduling scheduling(Tier tier, String cpus) {
    return scheduling(tier, Optional.of(cpus), Map.of(cpus, 10), Map.of(cpus, 10));
  }

  public static Scheduling scheduling(
      Tier tier,
      Optional<String> planned,
      Map<String, Integer> atStart,
      Map<String, Integer> atEnd) {
    Scheduling.Group group =
        new Scheduling.Group(
            Optional.of(1L),
            Optional.of("/autogroup-1 nice 0"),
            Optional.of("/"),
            Optional.of("1024"),
            Optional.empty(),
            Optional.empty());
    return new Scheduling(tier, planned, group, atStart, atEnd, Map.of());
  }

  /** Every tier where {@link #tiers()} has it. */
  public static List<Scheduling> scheduling() {
    return List.of(
        scheduling(Tier.LOADGEN, "0-1"),
        scheduling(Tier.SERVER, "2-5"),
        scheduling(Tier.ECHO, "6-7"));
  }

  /** Four collections and a pause of a concurrent cycle, 100 ms of the 10 s. */
  public static final Tiers.Heap HEAP =
      new Tiers.Heap(
          "GarbageFirst", Optional.of(1_600_000_000L), 4, 5, 100_000_000, Optional.of(48L << 20));

  public static Tiers.Usage tier(Tier tier, String cpus) {
    return TiersUsageBuilder.stagedBuilder()
        .tier(tier)
        .name(tier.id())
        .pid(1)
        .cpuNs(Optional.of(2_000_000_000L))
        .userNs(Optional.of(1L))
        .systemNs(Optional.of(1L))
        .jitCpuNs(Optional.of(50_000_000L))
        .rssBytes(Optional.of(1L))
        .threads(Optional.of(1))
        .cpus(cpus)
        .heap(Optional.of(HEAP))
        .build();
  }

  public static Tiers.Phase tiers() {
    return new Tiers.Phase(
        PhaseName.MEASURE.id(),
        WINDOW_NS,
        1_000_000,
        host(50),
        List.of(tier(Tier.LOADGEN, "0-1"), tier(Tier.SERVER, "2-5"), tier(Tier.ECHO, "6-7")),
        Optional.of(echo(160_000, 51_000)),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  /** A step of those phases whose tiers are where they were planned to be. */
  public static Tiers tiersOf(Tiers.Phase... phases) {
    return new Tiers(
        Tiers.SCHEMA, Optional.of(settle(true)), scheduling(), List.of(phases), Optional.empty());
  }

  public static Tiers.Echo echo(long count, double p99Us) {
    return new Tiers.Echo(
        count,
        Optional.of(50_000.0),
        Optional.of(p99Us),
        Optional.of(p99Us),
        Optional.of(new Pause(0.006, 3.5)),
        2_000_000);
  }

  public static Tiers.Phase tiers(
      List<Tiers.Usage> tiers, Tiers.Host host, Optional<Tiers.Echo> echo, long boundaryLagNs) {
    return tiers()
        .with(next -> next.boundaryLagNs(boundaryLagNs).host(host).tiers(tiers).echo(echo));
  }

  public static Tiers.Phase withTier(Tier changed, UnaryOperator<Tiers.Usage> change) {
    List<Tiers.Usage> usages =
        tiers().tiers().stream()
            .map(usage -> usage.tier() == changed ? change.apply(usage) : usage)
            .toList();
    return tiers(usages, tiers().host(), tiers().echo(), 0);
  }

  public static Tiers.Phase withEcho(Optional<Tiers.Echo> echo) {
    return tiers(tiers().tiers(), tiers().host(), echo, 0);
  }

  public static Warmup.Run warmup(boolean settled) {
    return new Warmup.Run(
        "fresh",
        "2026-01-01T00:00:00Z",
        settled,
        "the cap was reached",
        List.of(),
        List.of(Parameters.concurrency(N)));
  }

  /** What could not be measured never passes. */
  public static void assertNotMeasured(Check check) {
    assertThat(check.verdict()).isEqualTo(Verdict.WARN);
    assertThat(check.value()).isEmpty();
  }

  public static MeasuredStep step(LoadResult load, Tiers.Phase phase) {
    return step(load, phase, scheduling(), PINNED);
  }

  public static MeasuredStep step(
      LoadResult load, Tiers.Phase phase, List<Scheduling> scheduling, Plan.Pinning pinning) {
    return step(
        load,
        tiersOf(phase).withScheduling(scheduling).withHostSpeed(Optional.of(SPEED)),
        Optional.of(warmup(true)),
        Optional.empty(),
        pinning);
  }

  /** With the values that follow from the records. */
  public static MeasuredStep step(
      LoadResult load,
      Tiers tiers,
      Optional<Warmup.Run> warmup,
      Optional<Observation> observed,
      Plan.Pinning pinning) {
    HttpStep records = new HttpStep(load, tiers, observed, Optional.empty());
    return new MeasuredStep(
        records,
        HttpMetrics.measure(records, RoleCounts.NONE),
        warmup,
        pinning,
        Optional.of(Tier.ECHO),
        Map.of("max_threads", 200));
  }

  /** All counts may be used. */
  public static final Observation OBSERVED =
      ObservationBuilder.builder(Observation.none())
          .level(CaptureLevel.L0)
          .valid(true)
          .windowNs(10_000_000_000L)
          .lostEvents(Optional.of(0L))
          .mapUsage(Optional.of(new Observation.MapUsage(30_000, 393_216)))
          .namedCpuShare(Optional.of(0.995))
          .cpuOfProcessShare(Optional.of(1.002))
          .syscallsOfProcessShare(Optional.of(0.998))
          .processSyscalls(Optional.of(1_000_000L))
          .processCpuNs(Optional.of(20_000_000_000L))
          .ioCounts(Optional.of(new Observation.IoCounts(50_000, 50_010, 30_000, 29_995, 0)))
          .snapshotSkewNs(Optional.of(50_000_000L))
          .build();

  public static final Plan.Pinning PINNED =
      new Plan.Pinning("auto", Map.of(), "", Optional.of("--server-cores 3"));

  /** A host as fast as at best: 16 ms of arithmetic, 15 ms of loads. */
  public static final HostSpeed SPEED = speed(16, 15, Optional.of(new HostSpeed.Best(16, 15)));

  /** The same reading before and after the load, in ms. */
  public static HostSpeed speed(double alu, double memory, Optional<HostSpeed.Best> best) {
    return speed("4-7", alu, memory, best);
  }

  /** The same of other cores. */
  public static HostSpeed speed(
      String cores, double alu, double memory, Optional<HostSpeed.Best> best) {
    List<HostSpeed.Reading> readings =
        List.of(new HostSpeed.Reading(Math.round(alu * 1e6), Math.round(memory * 1e6)));
    return new HostSpeed(cores, readings, readings, best);
  }

  public static Settle settle(boolean steady) {
    return new Settle(5, steady, Optional.of(1.0), Optional.of(-2.0), Optional.of(0.5));
  }
}
