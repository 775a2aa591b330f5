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

  private static Manifest manifest(SuitePlan plan) {
    return ManifestBuilder.builder()
        .schema(Manifest.SCHEMA)
        .name("quick-sleeps")
        .state(Manifest.State.RUNNING)
        .startedAt("2026-01-01T00:00:00Z")
        .resumedAt(List.of())
        .commandLine(List.of("sleeps"))
        .plan(plan)
        .trialOrder(plan.order().stream().map(Plan.Trial::name).toList())
        .host(
            new Manifest.Host(
                "a CPU",
                2,
                "6.18",
                1L << 34,
                true,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of(),
                new Manifest.Scheduler(
                    Optional.empty(), Optional.empty(), Optional.empty(), List.of())))
        .java(new Manifest.Java("/jdk", "25", "a vendor", "a VM"))
        .tools(List.of())
        .source(new Manifest.Source(Optional.empty(), Optional.empty()))
        .jars(List.of())
        .caveats(List.of())
        .hosts(List.of())
        .verifications(List.of())
        .build();
  }

  @Test
  void aManifestNamesTheKindOfItsPlanBesideIt() {
    String json = RunJson.toJson(manifest(Cells.plan()));
    assertThat(RunJson.parse(json).path("kind").asString()).isEqualTo("suite");
    assertThat(RunJson.parse(json).path("plan").has("kind")).isFalse();
    assertThat(RunJson.parse(json, Manifest.class)).isEqualTo(manifest(Cells.plan()));
    assertThat(RunJson.parse(json, Manifest.class).kind()).isEqualTo(Kind.SUITE);
  }

  @Test
  void aRunOfASuiteIsNoSweep() {
    assertThatIllegalStateException()
        .isThrownBy(() -> manifest(Cells.plan()).httpPlan())
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
        .isThrownBy(() -> with(plan, List.of(), 8))
        .withMessageContaining("a case and a size");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(plan, plan.cells(), 0))
        .withMessageContaining("budget");
  }

  @Test
  void aDescriptorWithAPoolThatIsNoneIsRefusedWhenItIsRead() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new SuiteDescriptor.Implementation(
                false,
                "many",
                new SuiteDescriptor.PerTask(0, 0, 0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()))
        .withMessageContaining("invalid threads 'many'");
  }

  private static SuitePlan with(SuitePlan plan, List<Parameters> cells, double budget) {
    return new SuitePlan(
        plan.common(),
        plan.suite(),
        plan.descriptor(),
        cells,
        budget,
        plan.engines(),
        plan.settings());
  }
}
