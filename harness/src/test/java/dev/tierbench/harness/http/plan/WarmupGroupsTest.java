package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WarmupGroupsTest {

  private static final List<Integer> THREE = List.of(1, 2, 3);
  private static final List<List<Integer>> ALONE = List.of(List.of(1), List.of(2), List.of(3));
  private static final Map<String, String> TWO_CORES =
      Map.of("echo", "0", "loadgen", "0", "server", "1");

  private static HttpPlan plan(Map<String, String> cpus) {
    Plan.Pinning pinning = new Plan.Pinning(cpus.isEmpty() ? "off" : "auto", cpus, "");
    return Plans.sweep(List.of("tomcat-platform"), List.of(200), pinning, Map.of(), Map.of());
  }

  private static List<List<Integer>> groups(Map<String, String> cpus) {
    return new WarmupGroups(plan(cpus)).of(THREE);
  }

  @Test
  void serversWithCoresEnoughWarmUpTogether() {
    assertThat(groups(Map.of("echo", "0", "loadgen", "1", "server", "2-7")))
        .containsExactly(List.of(1, 2), List.of(3));
  }

  @Test
  void onFewOrUnknownCoresEachWarmsUpAlone() {
    assertThat(groups(TWO_CORES)).isEqualTo(ALONE);
    assertThat(groups(Map.of())).isEqualTo(ALONE);
  }

  @Test
  void oneServerForEachCoreStartsAtATime() {
    assertThat(new WarmupGroups(plan(TWO_CORES)).starting(THREE))
        .containsExactly(List.of(1, 2), List.of(3));
    assertThat(new WarmupGroups(plan(Map.of())).starting(THREE)).isEqualTo(ALONE);
  }

  @Test
  void aServerThatTimesItsWorkStartsAlone() {
    HttpPlan timed = plan(TWO_CORES).withWorkload(Optional.of("cpu=2ms"));
    assertThat(new WarmupGroups(timed).starting(THREE)).isEqualTo(ALONE);
  }
}
