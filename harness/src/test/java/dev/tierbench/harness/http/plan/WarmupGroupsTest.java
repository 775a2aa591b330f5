package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarmupGroupsTest {

  private static List<List<Integer>> groups(Map<String, String> cpus) {
    Plan.Pinning pinning = new Plan.Pinning(cpus.isEmpty() ? "off" : "auto", cpus, "");
    return new WarmupGroups(
            Plans.sweep(List.of("tomcat-platform"), List.of(200), pinning, Map.of(), Map.of()))
        .of(List.of(1, 2, 3));
  }

  @Test
  void serversWithCoresEnoughWarmUpTogether() {
    assertThat(groups(Map.of("echo", "0", "loadgen", "1", "server", "2-7")))
        .containsExactly(List.of(1, 2), List.of(3));
  }

  @Test
  void onFewOrUnknownCoresEachWarmsUpAlone() {
    List<List<Integer>> alone = List.of(List.of(1), List.of(2), List.of(3));
    assertThat(groups(Map.of("echo", "0", "loadgen", "0", "server", "1"))).isEqualTo(alone);
    assertThat(groups(Map.of())).isEqualTo(alone);
  }
}
