package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostRulesTest {

  private static final long MILLI = 1_000_000;
  private static final Tiers.Network SOUND = new Tiers.Network(100_000, 10, 0, 300 * MILLI);

  private static Tiers.HostWindow window(
      Tier tier, long windowNs, long lagNs, Tiers.Host host, Tiers.Network network, long silence) {
    return new Tiers.HostWindow(
        tier.id(),
        List.of(tier.id()),
        windowNs,
        lagNs,
        host,
        Optional.of(network),
        tier == Tier.LOADGEN ? Optional.empty() : Optional.of(silence));
  }

  private static Tiers.Phase over(Tiers.HostWindow... windows) {
    return Steps.tiers()
        .withTiers(
            List.of(
                Steps.tier(Tier.LOADGEN, "0-7"),
                Steps.tier(Tier.SERVER, "0-7"),
                Steps.tier(Tier.ECHO, "0-7")))
        .withHosts(List.of(windows));
  }

  private static Tiers.Phase sound() {
    return over(
        window(Tier.LOADGEN, Steps.WINDOW_NS, MILLI, Steps.host(20), SOUND, 0),
        window(Tier.SERVER, Steps.WINDOW_NS, 2 * MILLI, Steps.host(95), SOUND, 30 * MILLI),
        window(Tier.ECHO, Steps.WINDOW_NS, 2 * MILLI, Steps.host(10), SOUND, 20 * MILLI));
  }

  private static Checks checks(Tiers.Phase phase) {
    return Rules.check(
        Steps.step(
            Steps.load(Steps.phase()),
            phase,
            List.of(
                Steps.scheduling(Tier.LOADGEN, "0-7"),
                Steps.scheduling(Tier.SERVER, "0-7"),
                Steps.scheduling(Tier.ECHO, "0-7")),
            Steps.PINNED),
        Limits.DEFAULT);
  }

  private static Verdict verdict(Tiers.Phase phase, String rule) {
    return checks(phase).named(rule).orElseThrow().verdict();
  }

  @Test
  void tiersWithAHostEachShareNoCores() {
    Checks checks = checks(sound());
    assertThat(checks.named("scheduling").orElseThrow().verdict()).isEqualTo(Verdict.PASS);
    assertThat(checks.named("helper_cores").orElseThrow().message()).contains("20 % busy");
    assertThat(checks.limitedBy().orElseThrow().toString()).contains("the server's cores");
  }

  @Test
  void onOneHostNeitherRuleApplies() {
    Checks checks =
        Rules.check(Steps.step(Steps.load(Steps.phase()), Steps.tiers()), Limits.DEFAULT);
    assertThat(checks.named("agent")).isEmpty();
    assertThat(checks.named("network")).isEmpty();
  }

  @Test
  void aSilentAgentIsNamed() {
    Tiers.Phase phase =
        over(
            window(Tier.LOADGEN, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0),
            window(Tier.SERVER, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 2_900 * MILLI),
            window(Tier.ECHO, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 20 * MILLI));
    assertThat(verdict(sound(), "agent")).isEqualTo(Verdict.PASS);
    assertThat(verdict(phase, "agent")).isEqualTo(Verdict.FAIL);
    assertThat(checks(phase).named("agent").orElseThrow().message())
        .contains("agent on server was silent for 2900.0 ms");
  }

  @Test
  void whatIsSentAgainFailsAndWhatIsDroppedWarns() {
    Tiers.Network again = new Tiers.Network(100_000, 2_000, 0, 0);
    Tiers.Network dropped = new Tiers.Network(100_000, 0, 3, 0);
    assertThat(verdict(sound(), "network")).isEqualTo(Verdict.PASS);
    assertThat(verdict(withNetworkOfServer(again), "network")).isEqualTo(Verdict.FAIL);
    assertThat(verdict(withNetworkOfServer(dropped), "network")).isEqualTo(Verdict.WARN);
  }

  private static Tiers.Phase withNetworkOfServer(Tiers.Network network) {
    return over(
        window(Tier.LOADGEN, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0),
        window(Tier.SERVER, Steps.WINDOW_NS, 0, Steps.host(20), network, 0),
        window(Tier.ECHO, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0));
  }

  @Test
  void theLatestHostDecidesOverTheBoundaries() {
    Tiers.Phase phase =
        over(
            window(Tier.LOADGEN, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0),
            window(Tier.SERVER, Steps.WINDOW_NS, 600 * MILLI, Steps.host(20), SOUND, 0),
            window(Tier.ECHO, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0));
    assertThat(verdict(phase, "boundaries")).isEqualTo(Verdict.FAIL);
    assertThat(checks(phase).named("boundaries").orElseThrow().message())
        .contains("on host server up to 600.0 ms late");
  }

  @Test
  void theHypervisorOfAnyHostCounts() {
    Tiers.Host robbed = new Tiers.Host(8, 400, 300, 100, Steps.host(50).perCore());
    Tiers.Phase phase =
        over(
            window(Tier.LOADGEN, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0),
            window(Tier.SERVER, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0),
            window(Tier.ECHO, Steps.WINDOW_NS, 0, robbed, SOUND, 0));
    assertThat(verdict(phase, "steal")).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aRateOfCpuIsOfTheWindowOfItsOwnHost() {
    Tiers.Phase phase =
        over(
            window(Tier.LOADGEN, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0),
            window(Tier.SERVER, 2 * Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0),
            window(Tier.ECHO, Steps.WINDOW_NS, 0, Steps.host(20), SOUND, 0));
    Measurements one = measure(sound());
    Measurements other = measure(phase);
    assertThat(other.get(Metrics.get("server_cores_used")).orElseThrow())
        .isEqualTo(one.get(Metrics.get("server_cores_used")).orElseThrow() / 2);
    assertThat(other.get(Metrics.get("echo_cores_used")))
        .isEqualTo(one.get(Metrics.get("echo_cores_used")));
  }

  private static Measurements measure(Tiers.Phase phase) {
    return HttpMetrics.measure(
        new HttpStep(
            Steps.load(Steps.phase()), Steps.tiersOf(phase), Optional.empty(), Optional.empty()),
        RoleCounts.NONE);
  }
}
