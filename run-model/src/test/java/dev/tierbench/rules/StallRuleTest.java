package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Load;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Tiers;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 800 connections, 16,000 requests a second, p50 50 ms, a window of 10 s. */
class StallRuleTest {

  private static Check stall(double silence, double generator, double echo) {
    return stall(phase(silence, generator), Optional.of(new Pause(echo, 2)));
  }

  private static LoadResult.Phase phase(double silence, double generator) {
    LoadResult.Phase phase = Steps.phase();
    LoadResult.Generator own = phase.generator().orElseThrow();
    return phase.with(next ->
        next.silence(Optional.of(new Pause(silence, 1.5)))
            .generator(
                Optional.of(
                    new LoadResult.Generator(
                        own.cpuUsPerRequest(),
                        own.maxLoopLagUs(),
                        own.loopLagP99Us(),
                        own.cpuSeconds(),
                        own.gcPauseMs(),
                        Optional.of(new Pause(generator, 1.5))))));
  }

  private static Check stall(LoadResult.Phase phase, Optional<Pause> echo) {
    return stall(Steps.load(phase), echo);
  }

  private static Check stall(LoadResult load, Optional<Pause> echo) {
    Tiers.Echo of = Steps.echo(160_000, 51_000);
    Tiers.Phase tiers =
        Steps.withEcho(
            Optional.of(
                new Tiers.Echo(
                    of.count(), of.p50Us(), of.p99Us(), of.maxUs(), echo, of.boundaryLagNs())));
    return Rules.check(Steps.step(load, tiers), Limits.DEFAULT).named("stall").orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"0.249, 0.005, 0.006", "0.1, 0.249, 0.249"})
  void whatIsShorterThanTheLimitIsNoStop(double silence, double generator, double echo) {
    assertThat(stall(silence, generator, echo).verdict()).isEqualTo(PASS);
  }

  @Test
  void aStopOfTheGeneratorIsItsOwnAndFails() {
    Check check = stall(1.5, 1.498, 0.006);
    assertThat(check.verdict()).isEqualTo(FAIL);
    assertThat(check.value()).contains(1_498.0);
    assertThat(check.message())
        .startsWith("the generator stood still")
        .contains("1498 ms, 1.5 s into");
  }

  @Test
  void aStopOfTheEchoTierIsItsOwnAndFails() {
    Check check = stall(0.55, 0.006, 0.5);
    assertThat(check.verdict()).isEqualTo(FAIL);
    assertThat(check.message()).startsWith("the echo tier stood still").contains("500 ms, 2.0 s");
  }

  @Test
  void aStopOfBothIsTheHosts() {
    assertThat(stall(1.5, 1.5, 1.5))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
        .satisfies(check -> assertThat(check.message()).startsWith("generator and echo stood"));
  }

  @Test
  void stopsAtDifferentTimesAreNotTheHosts() {
    Check check = stall(phase(0.3, 0.3), Optional.of(new Pause(0.26, 7)));
    assertThat(check.verdict()).isEqualTo(FAIL);
    assertThat(check.message()).startsWith("the generator stood still");
  }

  @Test
  void aStopOfTheServerIsReportedWithItsLengthAndWhatTheClosedModelHides() {
    Check check = stall(1.5, 0.006, 0.007);
    assertThat(check.verdict()).isEqualTo(WARN);
    assertThat(check.value()).contains(1_500.0);
    assertThat(check.message())
        .contains("no request ended for 1500 ms, 1.5 s into the window")
        .contains("the server stood still")
        .contains("at most 800 of 160000 requests")
        .contains("16000/s would have had 24000 late and a p99 of 1400 ms or more");
  }

  @Test
  void aSlowServerIsSilentForLongerWithoutAStop() {
    LoadResult.Phase slow =
        Steps.phase(16_000, Steps.phase().failed(), Steps.N, 500_000, java.util.List.of(), 1)
            .with(next -> next.silence(Optional.of(new Pause(2.4, 1))));
    assertThat(stall(slow, Optional.of(new Pause(0.01, 0))).verdict()).isEqualTo(PASS);
    LoadResult.Phase slower = slow.with(next -> next.silence(Optional.of(new Pause(2.5, 1))));
    assertThat(stall(slower, Optional.of(new Pause(0.01, 0))).verdict()).isEqualTo(WARN);
  }

  @Test
  void fewRequestsASecondAreNoStop() {
    LoadResult.Phase rare = phase(1.9, 0.01).with(next -> next.throughputRps(10));
    LoadResult open = Steps.load(new Load.Open(10, "constant", Steps.N), Steps.N, 0, rare);
    assertThat(stall(open, Optional.empty()).verdict()).isEqualTo(PASS);
  }

  @Test
  void anOpenModelHidesNothing() {
    LoadResult open =
        Steps.load(new Load.Open(16_000, "constant", Steps.N), Steps.N, 0, phase(1.5, 0.01));
    assertThat(stall(open, Optional.of(new Pause(0.01, 0))).message())
        .endsWith("the server stood still");
  }

  @Test
  void withAnEchoTierThatDoesNotTellNeitherIsCleared() {
    assertThat(stall(phase(1.5, 0.01), Optional.empty()))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(WARN))
        .satisfies(check ->
            assertThat(check.message())
                .contains("echo did not report its pauses: server or echo tier stood still"));
  }

  @Test
  void aGeneratorThatDidNotRecordItsPausesIsNoProof() {
    LoadResult.Phase silent = Steps.phase().with(next -> next.silence(Optional.empty()));
    Steps.assertNotMeasured(stall(silent, Optional.empty()));
  }
}
