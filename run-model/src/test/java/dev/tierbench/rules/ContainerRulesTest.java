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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The JVM of the server used 2 s of CPU in a window of 10 s. */
class ContainerRulesTest {

  private static Map<String, Verdict> verdicts(Optional<Long> cpuNs, Optional<Long> throttledNs) {
    return verdicts(
        Steps.tiers().withCgroups(List.of(new Tiers.Cgroup(Tier.SERVER, cpuNs, throttledNs))));
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

  private static Verdict throttled(long nanos) {
    return verdicts(Optional.of(2_000_000_000L), Optional.of(nanos)).get("throttled");
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
    assertThat(throttled(1_000_000)).isEqualTo(WARN);
    assertThat(throttled(100_000_000)).isEqualTo(FAIL);
  }

  private static final Optional<ResourceLimits> QUARTER =
      Optional.of(new ResourceLimits(Optional.of(0.25), Optional.empty()));

  /** A server with a quota of 0.25 cores that used so much in the window of ten seconds. */
  private static Checks.Check quota(long cpuNs, Optional<Double> inForce) {
    Tiers.Cgroup group =
        new Tiers.Cgroup(
            Tier.SERVER,
            Optional.of(cpuNs),
            Optional.of(4_000_000_000L),
            Optional.of(90L),
            inForce,
            Optional.empty(),
            QUARTER);
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

  @Test
  void aQuotaThatIsAskedForIsNoFault() {
    Tiers.Cgroup group =
        new Tiers.Cgroup(
            Tier.SERVER,
            Optional.of(2_000_000_000L),
            Optional.of(4_000_000_000L),
            Optional.of(90L),
            Optional.of(0.25),
            Optional.empty(),
            QUARTER);
    Checks checks =
        Rules.check(
            Steps.step(Steps.load(Steps.phase()), Steps.tiers().withCgroups(List.of(group))),
            Limits.DEFAULT);
    assertThat(checks.named("throttled").orElseThrow().verdict()).isEqualTo(PASS);
    assertThat(checks.limitedBy().orElseThrow().text())
        .isEqualTo("the server's CPU quota (0.25 cores)");
  }

  private static Checks.Check memory(Optional<Long> limitBytes, Optional<Long> peakBytes) {
    Tiers.Cgroup group =
        new Tiers.Cgroup(
            Tier.SERVER,
            Optional.of(2_000_000_000L),
            Optional.of(0L),
            Optional.of(0L),
            Optional.empty(),
            Optional.of(new Tiers.GroupMemory(limitBytes, peakBytes)),
            Optional.of(new ResourceLimits(Optional.empty(), Optional.of(1_000L << 20))));
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
  void anAccountThatCannotBeReadNeverPasses() {
    assertThat(verdicts(Optional.empty(), Optional.empty()))
        .containsEntry("cgroup_cpu", WARN)
        .containsEntry("throttled", WARN);
  }
}
