package dev.tierbench.harness.http.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.PhaseName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepPhasesTest {

  private static final StepPhases.Attached TRACED =
      new StepPhases.Attached(
          new LoadPhase(PhaseName.ATTACH, true, 60), new LoadPhase(PhaseName.TRACE, false, 2));

  @Test
  void theLoadGoesOnUntilTheEndOfTheLastWindowHasBeenRead() {
    assertThat(names(List.of(TRACED), List.of()))
        .containsExactly(PhaseName.MEASURE, PhaseName.ATTACH, PhaseName.TRACE, PhaseName.CLOSING);
    assertThat(names(List.of(), List.of())).containsExactly(PhaseName.MEASURE);
    assertThat(names(List.of(TRACED), List.of(new LoadPhase(PhaseName.OVERLOAD, false, 8))))
        .endsWith(PhaseName.TRACE, PhaseName.OVERLOAD);
  }

  private static List<PhaseName> names(
      List<StepPhases.Attached> attached, List<LoadPhase> overload) {
    LoadPhase measure = new LoadPhase(PhaseName.MEASURE, false, 5);
    return new StepPhases(Optional.empty(), measure, attached, overload, Optional.empty())
        .all().stream().map(LoadPhase::name).toList();
  }
}
