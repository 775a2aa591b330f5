package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.run.Load;
import dev.tierbench.run.Tier;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.DelayHistogram;
import dev.tierbench.run.delay.EchoDelays;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RulesTest {

  private static final LoadResult.Failed NONE = new LoadResult.Failed(0, 0, 0, 0, 0);

  private static Check check(String name, LoadResult load, Tiers.Phase tiers) {
    return named(name, Rules.check(Steps.step(load, tiers), Limits.DEFAULT));
  }

  private static Check named(String name, Checks checks) {
    return checks.named(name).orElseThrow();
  }

  private static Check onLoad(String name, LoadResult.Phase phase) {
    return check(name, Steps.load(phase), Steps.tiers());
  }

  private static Check onTiers(String name, Tiers.Phase tiers) {
    return check(name, Steps.load(Steps.phase()), tiers);
  }

  @Test
  void aSoundStepPassesEveryRule() {
    Checks checks =
        Rules.check(Steps.step(Steps.load(Steps.phase()), Steps.tiers()), Limits.DEFAULT);
    assertThat(checks.verdict()).isEqualTo(PASS);
    assertThat(checks.checks()).extracting(Check::verdict).containsOnly(PASS);
    assertThat(checks.checks()).allSatisfy(check -> assertThat(check.value()).isPresent());
    assertThat(checks.checks())
        .extracting(Check::name)
        .doesNotHaveDuplicates()
        .contains("accounting", "handled", "littles_law", "echo_delay", "jit_server", "trend");
    assertThat(checks.rules()).isEqualTo(Limits.DEFAULT.version());
  }

  @Test
  void aStepWithoutItsWindowFails() {
    assertThat(Rules.check(Steps.step(Steps.load(), Steps.tiers()), Limits.DEFAULT))
        .satisfies(checks -> assertThat(checks.verdict()).isEqualTo(FAIL))
        .satisfies(checks -> assertThat(Rules.isFault(checks)).isFalse());
  }

  @Test
  void aStepWithoutSnapshotsFails() {
    MeasuredStep step =
        Steps.step(
            Steps.load(Steps.phase()),
            Steps.tiersOf(),
            Optional.empty(),
            Optional.empty(),
            Steps.PINNED);
    Checks checks = Rules.check(step, Limits.DEFAULT);
    assertThat(named("tiers", checks).verdict()).isEqualTo(FAIL);
    Steps.assertNotMeasured(named("warmup", checks));
  }

  @Test
  void moreRequestsInFlightThanConnectionsFail() {
    assertThat(onLoad("accounting", Steps.phase(160_000, NONE, 801, 50_000, List.of(), 1)))
        .extracting(Check::verdict)
        .isEqualTo(FAIL);
  }

  @Test
  void noWindowHasMoreRequestsInFlightThanConnections() {
    assertThat(onLoad("accounting", inFlight(800, 800, 700)).verdict()).isEqualTo(PASS);
    assertThat(onLoad("accounting", inFlight(801, 600, 600)).verdict()).isEqualTo(FAIL);
  }

  private static LoadResult.Phase inFlight(long... ofWindows) {
    List<LoadResult.Phase> windows =
        LongStream.of(ofWindows)
            .mapToObj(count -> Steps.phase(160_000, NONE, count, 50_000, List.of(), 1))
            .toList();
    long all = LongStream.of(ofWindows).sum();
    return Steps.phase(160_000, NONE, all, 50_000, List.of(), 1)
        .with(next -> next.windows(windows));
  }

  @Test
  void oneFailedRequestWarnsAndOneInAThousandIsTheLastThatDoes() {
    assertThat(onLoad("failed_requests", failing(1)).verdict()).isEqualTo(WARN);
    assertThat(onLoad("failed_requests", failing(160)).verdict()).isEqualTo(WARN);
    assertThat(onLoad("failed_requests", failing(161)).verdict()).isEqualTo(FAIL);
  }

  private static LoadResult.Phase failing(long failed) {
    return Steps.phase(
        160_000 - failed, new LoadResult.Failed(0, 0, 0, failed, 0), Steps.N, 50_000, List.of(), 1);
  }

  @Test
  void aWindowInWhichNothingEndedFails() {
    assertThat(onLoad("failed_requests", Steps.phase(0, NONE, Steps.N, 50_000, List.of(), 1)))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
        .satisfies(check -> assertThat(check.value()).isEmpty());
  }

  @Test
  void littlesLawFailsFromTwoPercentOn() {
    assertThat(onLoad("littles_law", Steps.phase(160_000, NONE, 0, 49_100, List.of(), 1)))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(PASS))
        .satisfies(check -> assertThat(check.value().orElseThrow()).isBetween(1.7, 1.9));
    assertThat(onLoad("littles_law", Steps.phase(160_000, NONE, 0, 48_900, List.of(), 1)).verdict())
        .isEqualTo(FAIL);
  }

  @Test
  void aConnectionThatIsReplacedHasNoRequestInFlight() {
    LoadResult.Phase phase = Steps.phase(160_000, NONE, 0, 49_000, List.of(), 1);
    LoadResult.Renewals renewals = Steps.renewals(160_000, 1_000);
    assertThat(onLoad("littles_law", phase).value().orElseThrow()).isCloseTo(2.0, within(1e-9));
    assertThat(
            onLoad("littles_law", phase.with(next -> next.renewals(Optional.of(renewals))))
                .value()
                .orElseThrow())
        .isCloseTo(0, within(1e-9));
  }

  @Test
  void anOpenModelThatKeptItsSchedulePassesEveryRuleWithoutLittlesLaw() {
    Checks checks = open(1.0, 0.999);
    assertThat(checks.checks()).extracting(Check::verdict).containsOnly(PASS);
    assertThat(checks.checks())
        .extracting(Check::name)
        .contains("rate_ratio", "on_time")
        .doesNotContain("littles_law");
  }

  @Test
  void anOpenModelThatFellBehindItsScheduleFails() {
    assertThat(named("rate_ratio", open(0.99, 1)).verdict()).isEqualTo(PASS);
    assertThat(named("rate_ratio", open(0.989, 1)).verdict()).isEqualTo(FAIL);
  }

  private static Checks open(double rateRatio, double onTimeRatio) {
    LoadResult load =
        Steps.load(
            new Load.Open(16_000, "constant", 800),
            800,
            0,
            Steps.scheduled(rateRatio, onTimeRatio));
    return Rules.check(Steps.step(load, Steps.tiers()), Limits.DEFAULT);
  }

  @Test
  void moreEndsThanStartsFail() {
    assertThat(onLoad("accounting", Steps.phase(160_000, NONE, -1, 50_000, List.of(), 1)))
        .extracting(Check::verdict)
        .isEqualTo(FAIL);
  }

  @Test
  void aConnectionLostWhileIdleIsNamedButIsNoFailedRequest() {
    LoadResult load =
        Steps.load(new Load.Closed(800), 800, 1, Steps.phase())
            .withFailures(List.of(new LoadResult.Failure(LoadResult.Failure.IDLE, "closed", 1)));
    assertThat(check("failed_requests", load, Steps.tiers()).verdict()).isEqualTo(PASS);
    assertThat(check("connections", load, Steps.tiers()))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(WARN))
        .satisfies(check -> assertThat(check.message()).endsWith("1 x closed"));
  }

  @Test
  void connectionsThatWereNeverMadeFailAndThoseMadeAgainWarn() {
    LoadResult missing = Steps.load(new Load.Closed(800), 799, 0, Steps.phase());
    LoadResult again = Steps.load(new Load.Closed(800), 800, 1, Steps.phase());
    assertThat(check("connections", missing, Steps.tiers()).verdict()).isEqualTo(FAIL);
    assertThat(check("connections", again, Steps.tiers()).verdict()).isEqualTo(WARN);
  }

  @Test
  void loopLagIsJudgedAgainstTheServiceTime() {
    assertThat(onLoad("generator_lag", lagging(2_400)).verdict()).isEqualTo(PASS);
    assertThat(onLoad("generator_lag", lagging(2_500)).verdict()).isEqualTo(WARN);
    assertThat(onLoad("generator_lag", lagging(10_000)).verdict()).isEqualTo(FAIL);
    // Negative: no p99, and a largest lag of that size.
    assertThat(onLoad("generator_lag", lagging(-2_400)).verdict()).isEqualTo(PASS);
    Steps.assertNotMeasured(onLoad("generator_lag", lagging(-10_000)));
  }

  private static LoadResult.Phase lagging(double lagP99Us) {
    return Steps.phase(160_000, NONE, Steps.N, 50_000, List.of(), lagP99Us);
  }

  @Test
  void aSteepTrendFailsAndScatterOfTheSameSizeWarns() {
    assertThat(trend(List.of(100L, 105L, 110L, 115L, 120L, 125L)).verdict()).isEqualTo(FAIL);
    assertThat(trend(List.of(60L, 150L, 70L, 140L, 130L, 100L)))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(WARN))
        .satisfies(check -> assertThat(Math.abs(check.value().orElseThrow())).isGreaterThan(20))
        .satisfies(check -> assertThat(check.message()).contains("scatter"));
    assertThat(trend(List.of(1000L, 1008L, 1016L, 1024L)).verdict()).isEqualTo(WARN);
    assertThat(trend(List.of(1000L, 1001L, 1000L, 1001L)).verdict()).isEqualTo(PASS);
    Steps.assertNotMeasured(trend(List.of(100L, 100L)));
  }

  @Test
  void aThroughputThatCollapsesInsideTheWindowFailsHoweverShortItIs() {
    for (List<Long> collapse :
        List.of(
            List.of(1000L, 1000L, 200L, 200L),
            List.of(1000L, 1000L, 1000L, 100L),
            List.of(100L, 1000L, 1000L),
            List.of(1000L, 100L),
            List.of(1000L, 1000L, 1000L, 1000L, 1000L, 1000L, 1000L, 1000L, 500L, 500L))) {
      assertThat(trend(collapse))
          .as("%s", collapse)
          .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
          .satisfies(check -> assertThat(Math.abs(check.value().orElseThrow())).isGreaterThan(40));
    }
    assertThat(trend(List.of(1000L, 1000L, 200L, 200L)).value()).contains(-80.0);
    assertThat(trend(List.of(1000L, 1000L, 200L, 200L)).message())
        .contains("fell by 80 % after second 2");
  }

  @Test
  void aShortWindowThatScattersByATenthIsAWarningAtMost() {
    assertThat(trend(List.of(1100L, 1000L, 1000L, 900L)).verdict()).isEqualTo(WARN);
    assertThat(trend(List.of(1100L, 1100L, 900L, 900L)).verdict()).isEqualTo(WARN);
    assertThat(trend(List.of(1000L, 1000L, 1000L, 800L)).verdict()).isEqualTo(WARN);
  }

  @Test
  void aShortWindowThatRisesInAStraightLineFails() {
    assertThat(trend(List.of(100L, 110L, 120L, 130L)).verdict()).isEqualTo(FAIL);
  }

  @Test
  void snapshotsBeforeTheirBoundariesDoNotPassAsPunctual() {
    Check check = onTiers("boundaries", Steps.tiers().withBoundaryLagNs(-3_000_000));
    Steps.assertNotMeasured(check);
    assertThat(check.message()).contains("before their boundaries");
  }

  @Test
  void aWindowOfNoLengthIsNotMeasured() {
    Tiers.Phase none = Steps.tiers().with(next -> next.windowNs(0).boundaryLagNs(0));
    Steps.assertNotMeasured(onTiers("boundaries", none));
    Steps.assertNotMeasured(onTiers("jit_server", none));
  }

  private static Check trend(List<Long> perSecond) {
    return onLoad("trend", Steps.phase(160_000, NONE, Steps.N, 50_000, perSecond, 1));
  }

  @Test
  void fewSamplesWarn() {
    assertThat(onLoad("samples", Steps.phase(999, NONE, 0, 50_000, List.of(), 1)).verdict())
        .isEqualTo(WARN);
    assertThat(onLoad("samples", Steps.phase(1_000, NONE, 0, 50_000, List.of(), 1)).verdict())
        .isEqualTo(PASS);
  }

  @Test
  void echoHasToHandleWhatTheClientGotWithinTheRequestsInFlight() {
    assertThat(onTiers("handled", handled(160_800)).verdict()).isEqualTo(PASS);
    assertThat(onTiers("handled", handled(159_200)).verdict()).isEqualTo(PASS);
    // 2 ms of lag at 16,000/s let 32 more pass.
    assertThat(onTiers("handled", handled(160_832)).verdict()).isEqualTo(WARN);
    assertThat(onTiers("handled", handled(160_833)).verdict()).isEqualTo(FAIL);
    Steps.assertNotMeasured(onTiers("handled", Steps.withEcho(Optional.empty())));
  }

  private static Tiers.Phase handled(long count) {
    return Steps.withEcho(Optional.of(Steps.echo(count, 51_000)));
  }

  /** Two windows of one sequence are not as much evidence as one that is twice as long. */
  @Test
  void theSameDelaysTwiceAreNoFurtherFromTheirDistribution() {
    Tiers.Phase once = drawnFrom("lognormal(50ms,p99=400ms)", "lognormal(50ms,p99=390ms)");
    EchoDelays delays = once.echo().flatMap(Tiers.Echo::delays).orElseThrow();
    Tiers.Phase twice = withDelays(delays.plus(delays));
    assertThat(onTiers("echo_distribution", twice).value())
        .isEqualTo(onTiers("echo_distribution", once).value());
  }

  private static Tiers.Phase drawnFrom(String asked, String delays) {
    DelayDistribution planned = DelayDistribution.parse(asked);
    DelayDistribution drawn = DelayDistribution.parse(delays);
    Histogram nanos = new Histogram(3);
    for (int i = 0; i < 10_000; i++) {
      nanos.recordValue((long) (drawn.quantile((i + 0.5) / 10_000) * 1e9));
    }
    DelayHistogram kept = DelayHistogram.of(nanos);
    return withDelays(new EchoDelays(planned, kept, kept));
  }

  private static Tiers.Phase withDelays(EchoDelays delays) {
    Tiers.Echo echo = Steps.echo(10_000, delays.kept().p99Us());
    return Steps.withEcho(
        Optional.of(
            new Tiers.Echo(
                echo.count(),
                echo.p50Us(),
                echo.p99Us(),
                echo.maxUs(),
                echo.pause(),
                echo.boundaryLagNs(),
                Optional.of(delays))));
  }

  @Test
  void delaysThatVaryAreHeldToTheirDistribution() {
    String tail = "lognormal(50ms,p99=400ms)";
    assertThat(onTiers("echo_distribution", drawnFrom(tail, tail)).verdict()).isEqualTo(PASS);
    assertThat(onTiers("echo_delay", drawnFrom(tail, tail)).verdict()).isEqualTo(PASS);
    assertThat(onTiers("echo_distribution", drawnFrom(tail, "50ms")).verdict()).isEqualTo(FAIL);
    assertThat(
            onTiers("echo_distribution", drawnFrom("95%:20ms,5%:1s", "90%:20ms,10%:1s")).verdict())
        .isEqualTo(FAIL);
  }

  @Test
  void aConstantDelayHasNoDistribution() {
    Checks checks =
        Rules.check(Steps.step(Steps.load(Steps.phase()), Steps.tiers()), Limits.DEFAULT);
    assertThat(checks.named("echo_distribution")).isEmpty();
  }

  @Test
  void aSlowEchoOnItsOwnCoresFails() {
    assertThat(onTiers("echo_delay", Steps.withEcho(Optional.of(Steps.echo(160_000, 55_000)))))
        .extracting(Check::verdict)
        .isEqualTo(FAIL);
  }

  @Test
  void whatTheLawLeavesOutAtTheEdgesOfTheWindowIsAWarningAndTheRestAFailure() {
    double mean = Steps.phase().serviceTimeUs().mean().orElseThrow() / 1e6;
    double low = 0.94 * Steps.N / mean;
    double missing = 0.06 * Steps.N * Steps.phase().seconds();
    assertThat(onLoad("littles_law", Steps.aged(low, 100, 100 + missing)))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(WARN))
        .satisfies(check -> assertThat(check.message()).contains("use a longer window"));
    assertThat(onLoad("littles_law", Steps.aged(low, 100, 100)).verdict()).isEqualTo(FAIL);
    assertThat(onLoad("littles_law", Steps.aged(low, 100 + missing, 100)).verdict())
        .isEqualTo(FAIL);
  }

  @Test
  void tiersThatShareCoresExcuseNoLateGenerator() {
    assertThat(check("generator_lag", Steps.load(lagging(10_000)), shared()).verdict())
        .isEqualTo(FAIL);
    assertThat(onTiers("echo_delay", shared()).verdict()).isEqualTo(FAIL);
  }

  private static Tiers.Phase shared() {
    return Steps.tiers(
        List.of(
            Steps.tier(Tier.LOADGEN, "0-1"),
            Steps.tier(Tier.SERVER, "0-1"),
            Steps.tier(Tier.ECHO, "0-1")),
        Steps.host(95),
        Optional.of(Steps.echo(160_000, 80_000)),
        0);
  }

  @Test
  void aGeneratorIsJudgedByItsCpuOnlyOnCoresOfItsOwn() {
    assertThat(onTiers("generator_cpu", loadgenCpu(13_900_000_000L)).verdict()).isEqualTo(PASS);
    assertThat(onTiers("generator_cpu", loadgenCpu(14_000_000_000L)).verdict()).isEqualTo(WARN);
    assertThat(onTiers("generator_cpu", loadgenCpu(17_000_000_000L)).verdict()).isEqualTo(FAIL);
    Checks shared = Rules.check(Steps.step(Steps.load(Steps.phase()), shared()), Limits.DEFAULT);
    assertThat(shared.checks()).extracting(Check::name).doesNotContain("generator_cpu");
  }

  private static Tiers.Phase loadgenCpu(long cpuNs) {
    return Steps.withTier(Tier.LOADGEN, tier -> cpu(tier, Optional.of(cpuNs), tier.jitCpuNs()));
  }

  private static Tiers.Usage cpu(Tiers.Usage tier, Optional<Long> cpuNs, Optional<Long> jitNs) {
    return tier.with(next -> next.cpuNs(cpuNs).jitCpuNs(jitNs));
  }

  @Test
  void cpuThatCouldNotBeReadIsNeverAPass() {
    Tiers.Phase phase =
        Steps.withTier(Tier.SERVER, tier -> cpu(tier, Optional.empty(), Optional.empty()));
    assertThat(onTiers("cpu", phase).verdict()).isEqualTo(WARN);
    Steps.assertNotMeasured(onTiers("jit_server", phase));
  }

  @Test
  void aBusyJitWarnsAndAVeryBusyOneFails() {
    assertThat(onTiers("jit_server", jit(199_000_000)).verdict()).isEqualTo(PASS);
    assertThat(onTiers("jit_server", jit(200_000_000)).verdict()).isEqualTo(WARN);
    assertThat(onTiers("jit_server", jit(1_000_000_000)).verdict()).isEqualTo(FAIL);
  }

  private static Tiers.Phase jit(long jitNs) {
    return Steps.withTier(Tier.SERVER, tier -> cpu(tier, tier.cpuNs(), Optional.of(jitNs)));
  }

  @Test
  void stealIsAShareOfAllCpuTime() {
    assertThat(steal(0).verdict()).isEqualTo(PASS);
    assertThat(steal(2).verdict()).isEqualTo(WARN);
    assertThat(steal(20).verdict()).isEqualTo(FAIL);
  }

  private static Check steal(long stolen) {
    Tiers.Host host = new Tiers.Host(8, 50, 50 - stolen, stolen, List.of());
    return onTiers("steal", Steps.tiers(Steps.tiers().tiers(), host, Optional.empty(), 0));
  }

  @Test
  void lateSnapshotsWarnAndVeryLateOnesFail() {
    assertThat(boundaries(49_000_000).verdict()).isEqualTo(PASS);
    assertThat(boundaries(50_000_000).verdict()).isEqualTo(WARN);
    assertThat(boundaries(500_000_000).verdict()).isEqualTo(FAIL);
  }

  private static Check boundaries(long lagNs) {
    return onTiers(
        "boundaries",
        Steps.tiers(Steps.tiers().tiers(), Steps.tiers().host(), Optional.empty(), lagNs));
  }

  @Test
  void aWarmupThatHitItsCapWarnsWithItsReason() {
    MeasuredStep step =
        Steps.step(
            Steps.load(Steps.phase()),
            Steps.tiersOf(Steps.tiers()),
            Optional.of(Steps.warmup(false)),
            Optional.empty(),
            Steps.PINNED);
    assertThat(named("warmup", Rules.check(step, Limits.DEFAULT)))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(WARN))
        .satisfies(check -> assertThat(check.message()).isEqualTo("the cap was reached"));
  }

  @Test
  void aLoadThatWasNotSteadyBeforeTheWindowWarns() {
    assertThat(settle(true).verdict()).isEqualTo(PASS);
    assertThat(settle(false).verdict()).isEqualTo(WARN);
  }

  private static Check settle(boolean steady) {
    MeasuredStep step =
        Steps.step(
            Steps.load(Steps.phase()),
            Steps.tiersOf(Steps.tiers()).withSettle(Optional.of(Steps.settle(steady))),
            Optional.of(Steps.warmup(true)),
            Optional.empty(),
            Steps.PINNED);
    return named("settle", Rules.check(step, Limits.DEFAULT));
  }

  @Test
  void otherLimitsGiveOtherVerdictsOnTheSameStep() {
    Limits strict = new Limits("strict", Map.of("echo_delay", Limit.fail(1)));
    Checks checks =
        Rules.check(
            Steps.step(Steps.load(Steps.phase()), Steps.tiers()),
            RunJson.parse(RunJson.toJson(strict), Limits.class));
    assertThat(named("echo_delay", checks).verdict()).isEqualTo(FAIL);
  }
}
