package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScheduleRulesTest {

  private static final String SERVER = "on_time";
  private static final String GENERATOR = "generator_on_time";

  private static MeasuredStep step(LoadResult.Phase phase) {
    return Steps.step(
        Steps.load(new Load.Open(16_000, Load.Open.CONSTANT, 800), 800, 0, phase), Steps.tiers());
  }

  private static Checks checks(LoadResult.Phase phase) {
    return Rules.check(step(phase), Limits.DEFAULT);
  }

  private static Check check(String name, LoadResult.Phase phase) {
    return checks(phase).named(name).orElseThrow();
  }

  private static Optional<Boolean> isKept(LoadResult.Phase phase) {
    MeasuredStep step = step(phase);
    return SustainedRate.isKept(
        new LatencyGoal("p99", 100), step.measurements(), Rules.check(step, Limits.DEFAULT));
  }

  private static LoadResult.Phase late(double withConnection, double withoutConnection) {
    return Steps.scheduled(1, withConnection, withoutConnection);
  }

  /** As written before the two kinds of late sends were told apart. */
  private static LoadResult.Phase older(double onTime) {
    return Steps.scheduled(1, onTime)
        .with(next ->
            next.lateWithConnectionRatio(Optional.empty())
                .lateWithoutConnectionRatio(Optional.empty()));
  }

  @Test
  void sendsThatLackedAConnectionAreTheServers() {
    assertThat(check(SERVER, late(0, 0.01)).verdict()).isEqualTo(PASS);
    assertThat(check(SERVER, late(0, 0.011)).verdict()).isEqualTo(WARN);
    assertThat(check(SERVER, late(0, 0.1)).verdict()).isEqualTo(WARN);
    assertThat(check(SERVER, late(0, 0.101)).verdict()).isEqualTo(FAIL);
    assertThat(check(GENERATOR, late(0, 0.5)).verdict()).isEqualTo(PASS);
    assertThat(isKept(late(0, 0.101))).contains(false);
  }

  @Test
  void sendsThatHadAConnectionAreTheGeneratorsAndSayNothingOfTheServer() {
    assertThat(check(GENERATOR, late(0.011, 0)).verdict()).isEqualTo(WARN);
    assertThat(check(GENERATOR, late(0.5, 0)))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
        .satisfies(check -> assertThat(check.message()).endsWith("the generator was late"));
    assertThat(check(SERVER, late(0.5, 0)).verdict()).isEqualTo(PASS);
    assertThat(isKept(late(0.05, 0))).contains(true);
    assertThat(isKept(late(0.101, 0))).isEmpty();
    assertThat(isKept(late(0.2, 0.3))).isEmpty();
    assertThat(checks(late(0.5, 0)).limitedBy().orElseThrow().what()).isEqualTo("the generator");
  }

  @Test
  void anOlderRecordThatWasOnTimePassesBoth() {
    assertThat(check(SERVER, older(0.99)).verdict()).isEqualTo(PASS);
    assertThat(check(GENERATOR, older(0.99)).verdict()).isEqualTo(PASS);
    assertThat(isKept(older(0.95))).contains(true);
  }

  @Test
  void anOlderRecordThatWasLateBlamesNobodyAndIsNotValid() {
    Steps.assertNotMeasured(check(SERVER, older(0.5)));
    assertThat(check(GENERATOR, older(0.5)).verdict()).isEqualTo(FAIL);
    assertThat(isKept(older(0.5))).isEmpty();
  }
}
