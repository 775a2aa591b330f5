package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RatePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SaturationTest {

  private static List<Integer> searched(List<Integer> levels, int connections) {
    Plan.Pinning off = new Plan.Pinning(Plan.Pinning.OFF, Map.of(), "");
    HttpPlan plan =
        Plans.sweep(List.of("tomcat-platform"), levels, off, Map.of(), Map.of())
            .withRates(
                Optional.of(
                    new RatePlan(
                        List.of(),
                        List.of(50),
                        Optional.empty(),
                        "constant",
                        connections,
                        Optional.empty(),
                        Map.of())));
    return new Saturation(plan).search().levels();
  }

  /** A rate in percent is of what the server answers on the connections that the rates have. */
  @Test
  void itIsSoughtWithAllConnectionsThatTheRatesMayUse() {
    assertThat(searched(List.of(200), 2_600)).containsExactly(866, 2_600);
    assertThat(searched(List.of(3_000), 2_600)).containsExactly(1_000, 3_000);
    assertThat(searched(List.of(1), 2)).containsExactly(2);
  }

  /** A server with a small pool answers so many requests only after their time-out. */
  @Test
  void farMoreConnectionsThanAPresetHasAreNotTheOnlyOnesTried() {
    assertThat(searched(List.of(200), 6_000)).containsExactly(666, 2_000, 6_000);
  }
}
