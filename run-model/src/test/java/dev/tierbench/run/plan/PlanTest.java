package dev.tierbench.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static HttpPlan plan(int trials, List<String> servers, List<Integer> levels) {
    return HttpPlanBuilder.stagedBuilder()
        .common(
            new Plan.Common(
                "quick",
                Parameters.CONCURRENCY,
                servers,
                trials,
                new Plan.Pinning("off", Map.of(), "nothing is pinned"),
                Map.of(),
                Map.of()))
        .servers(Map.of())
        .levels(levels)
        .rates(Optional.empty())
        .windows(new HttpPlan.Windows(2, 10, Optional.empty()))
        .warmup(new HttpPlan.WarmupPlan(150, 40, 20))
        .probe(new HttpPlan.Probe(true, 2))
        .network(new HttpPlan.Network("127.0.0.1", Map.of(), Map.of()))
        .generator(GeneratorName.LOADGEN)
        .workload(Optional.empty())
        .build();
  }

  @Test
  void trialsOfTheServersAreInterleavedAndTurnedRoundEachTime() {
    assertThat(plan(3, List.of("a", "b"), List.of(1)).order())
        .extracting(Plan.Trial::name)
        .containsExactly("01-a", "02-b", "03-b", "04-a", "05-a", "06-b");
  }

  @Test
  void aPlanSurvivesItsJson() {
    Plan plan = plan(1, List.of("a"), List.of(5, 20));
    assertThat(RunJson.parse(RunJson.toJson(plan), HttpPlan.class)).isEqualTo(plan);
  }

  @Test
  void aPlanThatStillNamesANetworkNamespaceIsRead() {
    String json = RunJson.toJson(plan(1, List.of("a"), List.of(5)));
    String placed =
        json.replaceFirst(
            "\"places\" : \\{ }",
            "\"places\" : {\"server\": {\"address\": \"10.0.0.2\", \"namespace\": \"tb-server\"}}");
    assertThat(placed).contains("tb-server");
    HttpPlan read = RunJson.completeFromTree(RunJson.parse(placed), HttpPlan.class);
    assertThat(read.network().address(Tier.SERVER)).isEqualTo("10.0.0.2");
  }

  @Test
  void levelsThatDoNotRiseAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> plan(1, List.of("a"), List.of(5, 5)));
    assertThatIllegalArgumentException().isThrownBy(() -> plan(1, List.of("a"), List.of(0)));
    assertThatIllegalArgumentException().isThrownBy(() -> plan(1, List.of("a", "a"), List.of(1)));
  }
}
