package dev.tierbench.harness.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingStepsTest {

  @TempDir Path root;

  private static Checks rule(Verdict verdict) {
    Checks.Check check =
        new Checks.Check("trend", verdict, Optional.of(1.0), Optional.of(2.0), "%", "said so");
    return Checks.of("rules", List.of(check));
  }

  @Test
  void stepsWithAVerdictAreKeptAndFaultsAreRunAgain() {
    RunFolder.Trial trial = new RunFolder(root).trial("01-a");
    RunJson.write(trial.step(1).checks(), rule(Verdict.PASS));
    RunJson.write(trial.step(2).checks(), rule(Verdict.WARN));
    RunJson.write(trial.step(3).checks(), rule(Verdict.FAIL));
    RunJson.write(trial.step(4).checks(), Rules.fault(Limits.DEFAULT, "echo ended"));
    RunJson.write(trial.step(5).checks(), "{\"schema\": \"tierb");
    RunJson.write(trial.step(6).load(), "{}");
    assertThat(MissingSteps.of(trial, List.of(1, 2, 3, 4, 5, 6, 7))).containsExactly(4, 5, 6, 7);
  }
}
