package dev.tierbench.harness.run.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialStepsTest {

  @TempDir Path root;

  private static Checks rule(Verdict verdict) {
    Checks.Check check =
        new Checks.Check("trend", verdict, Optional.of(1.0), Optional.of(2.0), "%", "a reason");
    return Checks.of("rules", List.of(check));
  }

  @Test
  void stepsWithAVerdictAreKeptAndFaultsAreRunAgain() {
    RunFolder.Trial trial = new RunFolder(root).trial("01-a");
    List<Parameters> cells = IntStream.rangeClosed(1, 7).mapToObj(Parameters::concurrency).toList();
    List<RunFolder.Step> steps = cells.stream().map(trial::step).toList();
    RunJson.write(steps.get(0).checks(), rule(Verdict.PASS));
    RunJson.write(steps.get(1).checks(), rule(Verdict.WARN));
    RunJson.write(steps.get(2).checks(), rule(Verdict.FAIL));
    RunJson.write(steps.get(3).checks(), Rules.fault(Limits.DEFAULT, "echo ended"));
    RunJson.write(steps.get(4).checks(), "{\"schema\": \"tierb");
    RunJson.write(steps.get(5).load(), "{}");
    assertThat(TrialSteps.missing(trial, cells)).isEqualTo(cells.subList(3, 7));
  }
}
