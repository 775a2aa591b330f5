package dev.tierbench.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.file.RunJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RatePlanTest {

  private static RatePlan plan(List<Integer> rates, List<Integer> percents) {
    return new RatePlan(
        rates, percents, Optional.empty(), "constant", 2_600, Optional.empty(), Map.of());
  }

  @Test
  void percentagesAreOfTheServerThatSaturatesFirst() {
    RatePlan asked = plan(List.of(1_000), List.of(25, 75));
    assertThat(asked.needsSaturation()).isTrue();
    assertThat(asked.steps()).isEqualTo(3);
    RatePlan known = asked.withSaturation(Map.of("a", 9_917.0, "b", 12_852.0));
    assertThat(known.needsSaturation()).isFalse();
    assertThat(known.rates()).containsExactly(1_000, 2_500, 7_400);
    assertThat(known.steps()).isEqualTo(3);
  }

  @Test
  void aRateThatAPercentageFallsOnIsMeasuredOnce() {
    assertThat(plan(List.of(2_500), List.of(25)).withSaturation(Map.of("a", 10_000.0)).rates())
        .containsExactly(2_500);
  }

  @Test
  void ratesAloneNeedNoSaturation() {
    assertThat(plan(List.of(10), List.of()).needsSaturation()).isFalse();
  }

  @Test
  void aPlanWithoutAnyRateIsRefused() {
    assertThatThrownBy(() -> plan(List.of(), List.of()))
        .hasMessageContaining("a rate, a goal or an overload");
  }

  @Test
  void theMetricOfAGoalIsThatOfItsPercentile() {
    assertThat(new LatencyGoal("p99.9", 100).metric()).isEqualTo("latency_p99_9_ms");
    assertThat(new LatencyGoal("p99", 100).text()).isEqualTo("p99 <= 100 ms");
  }

  @Test
  void itSurvivesItsJson() {
    RatePlan plan =
        new RatePlan(
            List.of(5),
            List.of(50),
            Optional.of(new LatencyGoal("p99", 100)),
            "poisson",
            10,
            Optional.empty(),
            Map.of("a", 10.0));
    assertThat(RunJson.parse(RunJson.toJson(plan), RatePlan.class)).isEqualTo(plan);
  }
}
