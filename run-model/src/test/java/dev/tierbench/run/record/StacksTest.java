package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.run.ProfileKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class StacksTest {

  private static final String TEXT =
      """
      worker;a.A.run;a.B.work 30
      worker;a.A.run;do_read [kernel] 10
      gc;mark 5
      """;

  @Test
  void aFileIsReadAsItWasWritten() {
    Stacks stacks = Stacks.parse(TEXT);
    assertThat(stacks.text()).isEqualTo(TEXT);
    assertThat(stacks.weight()).isEqualTo(45);
    assertThat(stacks.stacks().get(1))
        .isEqualTo(new Stacks.Stack("worker", List.of("a.A.run", "do_read [kernel]"), 10));
  }

  @Test
  void samplesOfOneStackAddUp() {
    Stacks.Sum sum = new Stacks.Sum();
    sum.add("worker", List.of("f;g", "h\ni"), 3);
    sum.add("worker", List.of("f;g", "h\ni"), 4);
    assertThat(sum.samples()).isEqualTo(2);
    assertThat(sum.stacks().text()).isEqualTo("worker;f,g;h i 7\n");
  }

  @Test
  void aLineWithoutAWeightIsNamed() {
    assertThatThrownBy(() -> Stacks.parse("worker;a 1\nworker;b\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 2 ");
  }

  @Test
  void aFrameThatCallsItselfCountsOnce() {
    Stacks stacks = Stacks.parse("worker;a;b;a 2000\nworker;a 1000\ngc;a 500\n");
    assertThat(ProfileMetrics.frames(ProfileKind.CPU, stacks, 10, "worker"::equals))
        .containsEntry("a", new FrameCost(0.3, 0.3))
        .containsEntry("b", new FrameCost(0, 0.2));
  }

  @Test
  void aKindHasItsUnit() {
    assertThat(ProfileMetrics.perOperation(ProfileKind.CPU, 5_000, 10)).isEqualTo(0.5);
    assertThat(ProfileMetrics.perOperation(ProfileKind.ALLOC, 5_000, 10)).isEqualTo(500);
    assertThat(ProfileMetrics.perOperation(ProfileKind.PIN, 5, 1_000)).isEqualTo(5);
  }
}
