package dev.tierbench.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

  @Test
  void trialsOfTheServersAreInterleavedAndTurnedRoundEachTime() {
    assertThat(Samples.sweep(List.of("a", "b"), List.of(1), 3).order())
        .extracting(Plan.Trial::name)
        .containsExactly("01-a", "02-b", "03-b", "04-a", "05-a", "06-b");
  }

  @Test
  void aPlanSurvivesItsJson() {
    Plan plan = Samples.sweep(List.of("a"), List.of(5, 20), 1);
    assertThat(RunJson.parse(RunJson.toJson(plan), HttpPlan.class)).isEqualTo(plan);
  }

  @Test
  void aPlanThatStillNamesANetworkNamespaceIsRead() {
    String json = RunJson.toJson(Samples.sweep(List.of("a"), List.of(5), 1));
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
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Samples.sweep(List.of("a"), List.of(5, 5), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Samples.sweep(List.of("a"), List.of(0), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Samples.sweep(List.of("a", "a"), List.of(1), 1));
  }
}
