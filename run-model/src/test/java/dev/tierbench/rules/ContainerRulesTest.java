package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.plan.ResourceLimits;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TiersCgroupBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The JVM of the server used 2 s of CPU in a window of 10 s. */
class ContainerRulesTest {

  private static final long PERIODS = 200;

  private static Map<String, Verdict> verdicts(Optional<Long> cpuNs, Optional<Long> throttles) {
    return verdicts(
        Steps.tiers()
            .withCgroups(
                List.of(
                    TiersCgroupBuilder.builder()
                        .tier(Tier.SERVER)
                        .cpuNs(cpuNs)
                        .throttles(throttles)
                        .periods(Optional.of(PERIODS))
                        .build())));
  }

  private static Map<String, Verdict> verdicts(Tiers.Phase phase) {
    return Rules.check(Steps.step(Steps.load(Steps.phase()), phase), Limits.DEFAULT)
        .checks()
        .stream()
        .collect(Collectors.toMap(Checks.Check::name, Checks.Check::verdict));
  }

  private static Verdict cpu(long nanos) {
    return verdicts(Optional.of(nanos), Optional.of(0L)).get("cgroup_cpu");
  }

  private static Verdict throttled(long periods) {
    return verdicts(Optional.of(2_000_000_000L), Optional.of(periods)).get("throttled");
  }

  @Test
  void processesHaveNoRulesOfContainers() {
    assertThat(verdicts(Steps.tiers())).doesNotContainKeys("cgroup_cpu", "throttled");
  }

  @Test
  void theTwoAccountsOfAContainersCpuHaveToAgree() {
    assertThat(cpu(2_199_000_000L)).isEqualTo(PASS);
    assertThat(cpu(2_200_000_000L)).isEqualTo(WARN);
    assertThat(cpu(3_000_000_000L)).isEqualTo(FAIL);
    assertThat(cpu(1_000_000_000L)).isEqualTo(FAIL);
  }

  @Test
  void aQuotaThatStopsAContainerIsSeen() {
    assertThat(throttled(0)).isEqualTo(PASS);
    assertThat(throttled(1)).isEqualTo(WARN);
    assertThat(throttled(9)).isEqualTo(WARN);
    assertThat(throttled(10)).isEqualTo(FAIL);
  }

  /** The server is in a group of others, which has half a core. */
  private static Map<String, Verdict> shared(long throttles, long periods) {
    return verdicts(
        Steps.tiers()
            .withCgroups(
                List.of(
                    TiersCgroupBuilder.builder()
                        .tier(Tier.SERVER)
                        .throttles(Optional.of(throttles))
                        .periods(Optional.of(periods))
                        .quotaCores(Optional.of(0.5))
                        .shared(true)
                        .build())));
  }

  @Test
  void aQuotaOfAGroupOfOthersIsSeenAndItsCpuIsNotTheServers() {
    assertThat(shared(0, 100)).containsEntry("throttled", PASS).doesNotContainKey("cgroup_cpu");
    assertThat(shared(90, 100)).containsEntry("throttled", FAIL);
  }

  @Test
  void aQuotaInForceWithoutAPeriodIsNotMeasured() {
    assertThat(shared(0, 0)).containsEntry("throttled", WARN);
  }

  private static final Optional<ResourceLimits> QUARTER =
      Optional.of(new ResourceLimits(Optional.of(0.25), Optional.empty()));

  /** A server with a quota of 0.25 cores that used so much in the window of ten seconds. */
  private static Checks.Check quota(long cpuNs, Optional<Double> inForce) {
    Tiers.Cgroup group =
        TiersCgroupBuilder.builder()
            .tier(Tier.SERVER)
            .cpuNs(Optional.of(cpuNs))
            .throttledNs(Optional.of(4_000_000_000L))
            .throttles(Optional.of(90L))
            .periods(Optional.of(100L))
            .quotaCores(inForce)
            .asked(QUARTER)
            .build();
    return Rules.check(
            Steps.step(Steps.load(Steps.phase()), Steps.tiers().withCgroups(List.of(group))),
            Limits.DEFAULT)
        .named("quota")
        .orElseThrow();
  }

  @Test
  void aServerKeepsTheQuotaThatThePlanAsksFor() {
    assertThat(quota(2_400_000_000L, Optional.of(0.25)).verdict()).isEqualTo(PASS);
    assertThat(quota(2_560_000_000L, Optional.of(0.25)).verdict()).isEqualTo(WARN);
    assertThat(quota(2_700_000_000L, Optional.of(0.25)).verdict()).isEqualTo(FAIL);
    assertThat(quota(2_000_000_000L, Optional.of(0.25)).message())
        .isEqualTo("used 0.200 of 0.25 cores, kept waiting in 90 periods");
  }

  @Test
  void aQuotaThatIsNotInForceFails() {
    assertThat(quota(1_000_000_000L, Optional.empty()).verdict()).isEqualTo(FAIL);
    assertThat(quota(1_000_000_000L, Optional.of(0.5)).message())
        .isEqualTo("the plan asks for 0.25 cores, and the control group has 0.50");
  }

  /** All cores wait for the same quota: their time together is beyond the window of 10 s. */
  private static Checks stopped(long throttles, Optional<Long> periods) {
    Tiers.Cgroup group =
        TiersCgroupBuilder.builder()
            .tier(Tier.SERVER)
            .cpuNs(Optional.of(2_000_000_000L))
            .throttledNs(Optional.of(40_000_000_000L))
            .throttles(Optional.of(throttles))
            .periods(periods)
            .quotaCores(Optional.of(0.25))
            .asked(QUARTER)
            .build();
    return Rules.check(
        Steps.step(Steps.load(Steps.phase()), Steps.tiers().withCgroups(List.of(group))),
        Limits.DEFAULT);
  }

  private static String limit(Checks checks) {
    return checks.limitedBy().orElseThrow().text();
  }

  @Test
  void aQuotaThatIsAskedForIsNoFault() {
    Checks checks = stopped(90, Optional.of(100L));
    assertThat(checks.named("throttled").orElseThrow().verdict()).isEqualTo(PASS);
    assertThat(limit(checks)).isEqualTo("the server's CPU quota (0.25 cores)");
  }

  @Test
  void aQuotaIsTheLimitWhereItStopsAQuarterOfThePeriods() {
    assertThat(limit(stopped(25, Optional.of(100L)))).startsWith("the server's CPU quota");
    assertThat(limit(stopped(24, Optional.of(100L)))).doesNotContain("quota");
    assertThat(limit(stopped(24, Optional.empty()))).doesNotContain("quota");
  }

  private static Checks.Check memory(Optional<Long> limitBytes, Optional<Long> peakBytes) {
    return memory(new Tiers.GroupMemory(limitBytes, Optional.empty(), peakBytes));
  }

  private static Checks.Check memory(Tiers.GroupMemory memory) {
    Tiers.Cgroup group =
        TiersCgroupBuilder.builder()
            .tier(Tier.SERVER)
            .cpuNs(Optional.of(2_000_000_000L))
            .throttledNs(Optional.of(0L))
            .throttles(Optional.of(0L))
            .periods(Optional.of(0L))
            .memory(Optional.of(memory))
            .asked(Optional.of(new ResourceLimits(Optional.empty(), Optional.of(1_000L << 20))))
            .build();
    return Rules.check(
            Steps.step(Steps.load(Steps.phase()), Steps.tiers().withCgroups(List.of(group))),
            Limits.DEFAULT)
        .named("memory_limit")
        .orElseThrow();
  }

  @Test
  void aLimitOfMemoryThatIsNotInForceFails() {
    assertThat(memory(Optional.empty(), Optional.of(5L << 20)).verdict()).isEqualTo(FAIL);
    assertThat(memory(Optional.of(2_000L << 20), Optional.of(5L << 20)).message())
        .isEqualTo("the plan asks for a limit of 1000 MiB, and the control group has 2000 MiB");
  }

  @Test
  void aServerThatFillsItsLimitOfMemoryIsSeen() {
    Optional<Long> limit = Optional.of(1_000L << 20);
    assertThat(memory(limit, Optional.of(989L << 20)).verdict()).isEqualTo(PASS);
    assertThat(memory(limit, Optional.of(990L << 20)).verdict()).isEqualTo(WARN);
    Steps.assertNotMeasured(memory(limit, Optional.empty()));
  }

  @Test
  void aPeakThatCouldNotBeResetIsSaidToBeOfTheWholeLife() {
    Optional<Long> limit = Optional.of(1_000L << 20);
    Optional<Long> peak = Optional.of(500L << 20);
    assertThat(memory(limit, peak).message())
        .isEqualTo("held 500 MiB of 1000 MiB at most, with the pages of files that it read");
    assertThat(memory(new Tiers.GroupMemory(limit, peak, Optional.empty())).message())
        .startsWith("held 500 MiB of 1000 MiB at most since it was started, with");
  }

  @Test
  void anAccountThatCannotBeReadNeverPasses() {
    assertThat(verdicts(Optional.empty(), Optional.empty()))
        .containsEntry("cgroup_cpu", WARN)
        .containsEntry("throttled", WARN);
  }
}
