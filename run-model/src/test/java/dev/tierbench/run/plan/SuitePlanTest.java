package dev.tierbench.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tierbench.rules.Cells;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.RunJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuitePlanTest {

  @Test
  void aManifestNamesTheKindOfItsPlanBesideIt() {
    String json = RunJson.toJson(Samples.manifest("quick-sleeps", Cells.plan()));
    assertThat(RunJson.parse(json).path("kind").asString()).isEqualTo("suite");
    assertThat(RunJson.parse(json).path("plan").has("kind")).isFalse();
    assertThat(RunJson.parse(json, Manifest.class))
        .isEqualTo(Samples.manifest("quick-sleeps", Cells.plan()));
    assertThat(RunJson.parse(json, Manifest.class).kind()).isEqualTo(Kind.SUITE);
  }

  @Test
  void aRunOfASuiteIsNoSweep() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Samples.manifest("quick-sleeps", Cells.plan()).httpPlan())
        .withMessage("quick-sleeps is a run of sleeps");
  }

  @Test
  void theControlOfAnImplementationRunsLikeIt() {
    SuitePlan plan = Cells.plan();
    assertThat(Plan.original("reactor-parallel-aa")).isEqualTo("reactor-parallel");
    assertThat(plan.variant("reactor-parallel-aa")).isEqualTo(plan.variant("reactor-parallel"));
    assertThat(plan.variant("reactor-parallel-aa").jvmOptions()).containsExactly("-Xss512k");
    assertThat(plan.implementation("reactor-parallel-aa").pool().on(2)).contains(2);
    assertThat(plan.order())
        .extracting(Plan.Trial::name)
        .containsExactly("01-reactor-parallel", "02-reactor-parallel-aa");
  }

  @Test
  void aSubjectWithoutAVariantRunsAsItIs() {
    assertThat(Cells.plan().variant("jdk-virtual"))
        .isEqualTo(new Plan.Variant("jdk-virtual", Optional.empty(), List.of(), List.of()));
  }

  @Test
  void theFoldersOfCellsSortBySize() {
    assertThat(SuiteDescriptor.cell("sleep-1s", 10).folder()).isEqualTo("case=sleep-1s,size=0010");
    assertThat(Parameters.ofFolder("case=sleep-1s,size=0010"))
        .contains(SuiteDescriptor.cell("sleep-1s", 10));
    assertThat(Cells.plan().caseOf(SuiteDescriptor.cell("sleep-1s", 10)).waits())
        .contains(SuiteDescriptor.Waits.SECOND);
  }

  @Test
  void aPlanWithoutCellsOrBudgetIsRefused() {
    SuitePlan plan = Cells.plan();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan.withCells(List.of()))
        .withMessageContaining("a case and a size");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan.withBudgetSeconds(0))
        .withMessageContaining("budget");
  }

  @Test
  void aDescriptorWithAPoolThatIsNoneIsRefusedWhenItIsRead() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new SuiteDescriptor.Implementation(
                false,
                "many",
                new SuiteDescriptor.PerTask(0, 0, 0, Map.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()))
        .withMessageContaining("invalid threads 'many'");
  }
}
