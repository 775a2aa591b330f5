package dev.tierbench.harness.http.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Settle;
import dev.tierbench.run.record.Warmup.Slice;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SteadyStateTest {

  private static final SteadyState RULE = new SteadyState(2, 4, 5, 5, 0);

  private static Slice slice(double rps, double cpuUs, double jitPercent) {
    return new Slice(1, rps, 0, Optional.of(cpuUs), Optional.of(jitPercent));
  }

  private static List<Slice> rates(double... rps) {
    return Arrays.stream(rps).mapToObj(rate -> slice(rate, 100, 0)).toList();
  }

  @Test
  void twoPairsOfSecondsThatAreAlikeAreSteady() {
    assertThat(RULE.isSteady(rates(9_800, 10_200, 10_300, 10_100))).isTrue();
    assertThat(RULE.isSteady(rates(9_000, 9_500, 10_300, 10_100))).isFalse();
    assertThat(RULE.isSteady(rates(10_300, 10_100, 9_000, 9_500))).isFalse();
  }

  @Test
  void compilersThatIdleBeforeTheirThresholdsSayLittle() {
    SteadyState rule = new SteadyState(2, 4, 5, 5, 10_000);
    assertThat(rule.isSteady(rates(2_000, 2_000, 2_000, 2_000))).isFalse();
    assertThat(rule.isSteady(rates(2_500, 2_500, 2_500, 2_500))).isTrue();
    double[] few = new double[30];
    Arrays.fill(few, 100);
    assertThat(rule.isSteady(rates(few))).as("after half a minute").isTrue();
  }

  @Test
  void onlyTheLastSlicesDecide() {
    assertThat(RULE.isSteady(rates(100, 5_000, 10_000, 10_000, 10_000, 10_000))).isTrue();
  }

  @Test
  void threeSecondsAreTooFew() {
    assertThat(RULE.isSteady(rates(10_000, 10_000, 10_000))).isFalse();
  }

  @Test
  void cpuPerRequestThatStillFallsIsNotSteady() {
    assertThat(
            RULE.isSteady(
                List.of(
                    slice(4_000, 200, 0),
                    slice(4_000, 200, 0),
                    slice(4_000, 180, 0),
                    slice(4_000, 180, 0))))
        .isFalse();
  }

  @Test
  void aFewTicksOfCpuAreNoChange() {
    assertThat(
            RULE.isSteady(
                List.of(
                    slice(200, 100, 0),
                    slice(200, 100, 0),
                    slice(200, 150, 0),
                    slice(200, 150, 0))))
        .isTrue();
  }

  @Test
  void aBusyCompilerIsNotSteadyWhateverTheThroughput() {
    List<Slice> compiling =
        List.of(
            slice(4_000, 100, 0), slice(4_000, 100, 0), slice(4_000, 100, 8), slice(4_000, 100, 8));
    assertThat(RULE.isSteady(compiling)).isFalse();
    assertThat(RULE.describe(compiling, false))
        .isEqualTo(new Settle(4, false, Optional.of(0.0), Optional.of(0.0), Optional.of(8.0)));
  }

  @Test
  void whatWasNotMeasuredIsNeverSteady() {
    Slice blind = new Slice(1, 4_000, 0, Optional.empty(), Optional.empty());
    assertThat(RULE.isSteady(List.of(blind, blind, blind, blind))).isFalse();
    assertThat(RULE.isSteady(rates(0, 0, 0, 0))).isFalse();
  }
}
