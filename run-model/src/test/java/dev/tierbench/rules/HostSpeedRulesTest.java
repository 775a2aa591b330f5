package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostSpeedRulesTest {

  private static final HostSpeed.Best BEST = new HostSpeed.Best(16, 15);
  private static final Limit OF_SPEED = Rules.named(Rules.HOST_SPEED).limit();
  private static final Limit OF_MEMORY = Rules.named(Rules.HOST_MEMORY).limit();

  private static MeasuredStep step(Optional<HostSpeed> speed) {
    return Steps.step(
        Steps.load(Steps.phase()),
        Steps.tiersOf(Steps.tiers()).withHostSpeed(speed),
        Optional.of(Steps.warmup(true)),
        Optional.empty(),
        Steps.PINNED);
  }

  private static Checks checks(double alu, double memory) {
    return Rules.check(
        step(Optional.of(Steps.speed(alu, memory, Optional.of(BEST)))), Limits.DEFAULT);
  }

  private static Check speed(double percent) {
    return checks(slower(16, percent), 15).named(Rules.HOST_SPEED).orElseThrow();
  }

  private static Check memory(double percent) {
    return checks(16, slower(15, percent)).named(Rules.HOST_MEMORY).orElseThrow();
  }

  private static double warnAt(Limit limit) {
    return limit.warn().orElseThrow();
  }

  private static double failAt(Limit limit) {
    return limit.fail().orElseThrow();
  }

  private static double slower(double best, double percent) {
    return best * (1 + percent / 100);
  }

  @Test
  void eachPartHasItsOwnLimits() {
    assertThat(speed(warnAt(OF_SPEED) - 1).verdict()).isEqualTo(PASS);
    assertThat(speed(warnAt(OF_SPEED) + 1).verdict()).isEqualTo(WARN);
    assertThat(speed(failAt(OF_SPEED) + 1).verdict()).isEqualTo(FAIL);
    assertThat(memory(warnAt(OF_MEMORY) - 1).verdict()).isEqualTo(PASS);
    assertThat(memory(warnAt(OF_MEMORY) + 1).verdict()).isEqualTo(WARN);
    assertThat(memory(failAt(OF_MEMORY) + 1))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
        .satisfies(check ->
            assertThat(check.value().orElseThrow()).isCloseTo(failAt(OF_MEMORY) + 1, within(1e-9)));
    Checks slowMemory = checks(16, slower(15, failAt(OF_MEMORY) + 1));
    assertThat(slowMemory.named(Rules.HOST_SPEED).orElseThrow().verdict()).isEqualTo(PASS);
    assertThat(Rules.noise(slowMemory).orElseThrow().name()).isEqualTo(Rules.HOST_MEMORY);
  }

  @Test
  void aHostThatWasNotProbedIsAWarningWithoutAValue() {
    Checks without = Rules.check(step(Optional.empty()), Limits.DEFAULT);
    assertThat(List.of(Rules.HOST_SPEED, Rules.HOST_MEMORY))
        .extracting(name -> without.named(name).orElseThrow())
        .allMatch(check -> check.verdict() == WARN && check.value().isEmpty());
    assertThat(Rules.noise(without)).isEmpty();
  }

  @Test
  void theValueIsTheSlowerOfTheMiddleReadingsBeforeAndAfter() {
    HostSpeed speed =
        new HostSpeed(
            "1",
            List.of(reading(16, 90), reading(17, 15), reading(16, 16)),
            List.of(reading(18, 20), reading(99, 21), reading(16, 14)),
            Optional.empty());
    Measurements values =
        HttpMetrics.measure(
            new HttpStep(
                Steps.load(Steps.phase()),
                Steps.tiersOf().withHostSpeed(Optional.of(speed)),
                Optional.empty(),
                Optional.empty()),
            RoleCounts.NONE);
    assertThat(values.values()).containsEntry("host_alu_ms", 18.0);
    assertThat(values.values()).containsEntry("host_memory_ms", 20.0);
  }

  private static HostSpeed.Reading reading(int alu, int memory) {
    return new HostSpeed.Reading(alu * 1_000_000L, memory * 1_000_000L);
  }

  @Test
  void aBestThatTheRunFindsLaterChangesTheVerdictAndNothingElse() {
    MeasuredStep step = step(Optional.of(Steps.speed(16, 15, Optional.of(BEST))));
    Checks before = Rules.check(step, Limits.DEFAULT);
    HostSpeed.Best later = new HostSpeed.Best(16, 15 / (1 + (failAt(OF_MEMORY) + 1) / 100));
    Checks after = Rules.against(later, before, step.measurements(), Limits.DEFAULT);
    assertThat(Rules.noise(before)).isEmpty();
    assertThat(Rules.noise(after).orElseThrow().name()).isEqualTo(Rules.HOST_MEMORY);
    assertThat(after.verdict()).isEqualTo(FAIL);
    assertThat(after.limitedBy()).isEqualTo(before.limitedBy());
    assertThat(after.checks())
        .filteredOn(check -> !check.name().equals(Rules.HOST_MEMORY))
        .isEqualTo(
            before.checks().stream()
                .filter(check -> !check.name().equals(Rules.HOST_MEMORY))
                .toList());
    assertThat(Rules.against(BEST, after, step.measurements(), Limits.DEFAULT)).isEqualTo(before);
  }

  @Test
  void theBestHasTheLesserOfEachPart() {
    assertThat(new HostSpeed.Best(16, 20).and(new HostSpeed.Best(18, 15))).isEqualTo(BEST);
  }
}
