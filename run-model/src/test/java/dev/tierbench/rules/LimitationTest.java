package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.Load;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks.LimitedBy;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Scheduling;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TiersCgroupBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A phrase for each cause; the sound step is 800 connections, 16,000 requests a second, 50 ms. */
class LimitationTest {

  private static LimitedBy limit(LoadResult.Phase load, Tiers.Phase tiers) {
    return limit(load, tiers, Steps.scheduling(), Map.of());
  }

  private static LimitedBy limit(
      LoadResult.Phase load,
      Tiers.Phase tiers,
      List<Scheduling> scheduling,
      Map<String, Integer> pools) {
    return limit(Steps.load(load), tiers, scheduling, pools);
  }

  private static LimitedBy limit(
      LoadResult load, Tiers.Phase tiers, List<Scheduling> scheduling, Map<String, Integer> pools) {
    HttpStep records =
        new HttpStep(
            load,
            Steps.tiersOf(tiers).withScheduling(scheduling),
            Optional.empty(),
            Optional.empty());
    Plan.Pinning off = new Plan.Pinning(Plan.Pinning.OFF, Map.of(), "");
    MeasuredStep step =
        new MeasuredStep(
            records,
            HttpMetrics.measure(records, RoleCounts.NONE),
            Optional.empty(),
            off,
            Optional.of(Tier.ECHO),
            pools);
    return Rules.check(step, Limits.DEFAULT).limitedBy().orElseThrow();
  }

  private static Tiers.Phase tiers(Tiers.Host host, Tiers.Echo echo) {
    return Steps.tiers(Steps.tiers().tiers(), host, Optional.of(echo), 0);
  }

  /** Requests that take so long, so many in the window of ten seconds. */
  private static LoadResult.Phase slow(long ok, double meanMicros) {
    return Steps.phase(ok, Steps.phase().failed(), Steps.N, meanMicros, List.of(), 1);
  }

  /** The server's cores, 2 to 5, so busy, and the others half. */
  private static Tiers.Phase busy(long percent, long echoCount) {
    List<Tiers.Core> cores =
        Steps.host(50).perCore().stream()
            .map(core ->
                core.cpu() >= 2 && core.cpu() <= 5
                    ? new Tiers.Core(core.cpu(), percent, 100 - percent, 0, 0)
                    : core)
            .toList();
    return tiers(new Tiers.Host(8, 400, 400, 0, cores), Steps.echo(echoCount, 51_000));
  }

  @Test
  void whoOnlyWaitsForEchoIsLimitedByItsDelay() {
    assertThat(limit(Steps.phase(), Steps.tiers()))
        .isEqualTo(new LimitedBy("the echo delay", "mean service time 50.0 ms"));
  }

  @Test
  void aServerThatCollectsMostOfTheTimeIsLimitedByItsCollector() {
    assertThat(limit(Steps.phase(), collecting(5_100_000_000L)).text())
        .isEqualTo("the server's garbage collector (51 % of the window)");
    assertThat(limit(Steps.phase(), collecting(4_900_000_000L)).what()).isEqualTo("the echo delay");
  }

  /** Pauses of the server in the window of ten seconds. */
  private static Tiers.Phase collecting(long pauseNs) {
    Tiers.Heap heap =
        new Tiers.Heap("GarbageFirst", Optional.empty(), 90, 90, pauseNs, Optional.empty());
    return Steps.tiers(
        Steps.tiers().tiers().stream()
            .map(tier -> tier.tier() == Tier.SERVER ? tier.withHeap(Optional.of(heap)) : tier)
            .toList(),
        Steps.host(50),
        Steps.tiers().echo(),
        0);
  }

  @Test
  void coresThatAreBusyAreTheLimitAndTheServersWhenNoOtherTierHasThem() {
    assertThat(limit(slow(80_000, 100_000), busy(97, 80_000)).text())
        .isEqualTo("the server's cores (97 % busy)");
  }

  @Test
  void sharedCoresAreTheHosts() {
    List<Scheduling> shared =
        List.of(
            Steps.scheduling(Tier.LOADGEN, "0-7"),
            Steps.scheduling(Tier.SERVER, "0-7"),
            Steps.scheduling(Tier.ECHO, "0-7"));
    Tiers.Phase saturated = tiers(Steps.host(97), Steps.echo(80_000, 51_000));
    assertThat(limit(slow(80_000, 100_000), saturated, shared, Map.of()).what())
        .isEqualTo("the host's cores, which the tiers share");
  }

  @Test
  void aPoolThatIsFullIsNamed() {
    // 40,000 calls of 50 ms in ten seconds are 200 at once.
    assertThat(
            limit(
                slow(40_000, 200_000),
                busy(40, 40_000),
                Steps.scheduling(),
                Map.of("max_threads", 200, "client_max_connections", 8_192)))
        .isEqualTo(new LimitedBy("max_threads = 200", "200 concurrent calls of echo"));
  }

  @Test
  void aGeneratorThatRanLateIsTheLimit() {
    LoadResult.Phase late =
        Steps.phase(160_000, Steps.phase().failed(), Steps.N, 50_000, List.of(), 20_000);
    assertThat(limit(late, Steps.tiers()).text()).isEqualTo("the generator (generator_lag)");
  }

  @Test
  void anEchoTierThatWasLateIsTheLimit() {
    assertThat(limit(Steps.phase(), tiers(Steps.host(50), Steps.echo(160_000, 80_000))).text())
        .isEqualTo("the echo tier (echo_delay)");
  }

  @Test
  void aStopThatThroughputShowsComesBeforeAllElse() {
    LoadResult.Phase stopped =
        Steps.phase().with(next -> next.silence(Optional.of(new Pause(1.5, 2))));
    assertThat(limit(stopped, busy(97, 160_000)).text())
        .isEqualTo("a stop of the server (1500 ms)");
    LoadResult.Phase hardly =
        slow(80_000, 100_000).with(next -> next.silence(Optional.of(new Pause(0.45, 2))));
    assertThat(limit(hardly, busy(97, 80_000)).what()).isEqualTo("the server's cores");
    Tiers.Echo echo = Steps.echo(160_000, 51_000);
    Tiers.Echo still =
        new Tiers.Echo(
            echo.count(),
            echo.p50Us(),
            echo.p99Us(),
            echo.maxUs(),
            Optional.of(new Pause(0.5, 2)),
            0);
    assertThat(limit(Steps.phase(), tiers(Steps.host(50), still)).text())
        .isEqualTo("a stop of generator, echo tier or host (500 ms)");
  }

  @Test
  void coresOfTheHelpersThatWereFullAreTheLimit() {
    assertThat(
            limit(slow(80_000, 100_000), tiers(Steps.host(97), Steps.echo(80_000, 51_000))).text())
        .isEqualTo("the cores of generator and echo tier (helper_cores)");
  }

  @Test
  void aQuotaThatHeldAContainerIsTheLimit() {
    Tiers.Phase tiers = Steps.tiers();
    Tiers.Phase throttled =
        tiers.withCgroups(
            List.of(
                TiersCgroupBuilder.builder()
                    .tier(Tier.SERVER)
                    .cpuNs(Optional.of(2_000_000_000L))
                    .throttles(Optional.of(10L))
                    .periods(Optional.of(100L))
                    .build()));
    assertThat(limit(Steps.phase(), throttled).text())
        .isEqualTo("a CPU quota that the plan does not ask for (throttled)");
  }

  @Test
  void anOpenModelThatKeptItsScheduleIsLimitedByItsRate() {
    LoadResult open =
        Steps.load(
            new Load.Open(16_000, "constant", Steps.N), Steps.N, 0, Steps.scheduled(1.0, 0.999));
    assertThat(limit(open, Steps.tiers(), Steps.scheduling(), Map.of()).text())
        .isEqualTo("the offered rate (16000 requests/s)");
  }

  @Test
  void aServiceWithoutEchoWhoseCoresIdleWaitsByItsOwnLatency() {
    HttpStep records =
        new HttpStep(
            Steps.load(slow(40_000, 200_000)),
            Steps.tiersOf(busy(40, 0).withEcho(Optional.empty()))
                .withScheduling(Steps.scheduling()),
            Optional.empty(),
            Optional.empty());
    MeasuredStep step =
        new MeasuredStep(
            records,
            HttpMetrics.measure(records, RoleCounts.NONE),
            Optional.empty(),
            new Plan.Pinning(Plan.Pinning.OFF, Map.of(), ""),
            Optional.empty(),
            Map.of());
    assertThat(Rules.check(step, Limits.DEFAULT).limitedBy().orElseThrow().text())
        .isEqualTo("the service's own latency (mean service time 200.0 ms, its cores 40 % busy)");
  }

  @Test
  void aCauseThatIsNotFoundIsNotGuessed() {
    assertThat(limit(slow(40_000, 200_000), busy(40, 40_000)).text())
        .isEqualTo(
            "an unknown cause (server's cores 40 % busy, mean service time 4.0 times echo's delay)");
  }

  @Test
  void poolsAreTheWholeNumbersOfTheirNames() {
    assertThat(
            MeasuredStep.pools(
                RunJson.parse(
                    "{\"max_threads\": 200, \"min_spare_threads\": 10, \"event_loops\": 2, \"max_connections\": null,"
                        + " \"client_max_connections\": 500, \"accept_count\": 100,"
                        + " \"keep_alive_threads\": -1, \"max_idle_connections\": 8192,"
                        + " \"client_cached_connections\": 9000}")))
        .isEqualTo(Map.of("max_threads", 200, "client_max_connections", 500));
  }
}
