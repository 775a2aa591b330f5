package dev.tierbench.harness.run.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoisyStepsTest {

  private static final Parameters TWO = Parameters.concurrency(2);
  private static final Parameters FOUR = Parameters.concurrency(4);
  private static final Parameters SIX = Parameters.concurrency(6);

  @TempDir Path root;

  private RunFolder.Trial trial() {
    return new RunFolder(root).trial("01-a");
  }

  private NoisySteps noisy(int most) {
    return new NoisySteps(trial(), List.of(TWO, FOUR, SIX), most);
  }

  private void judge(Parameters cell, String rule, Verdict verdict) {
    Checks.Check check =
        new Checks.Check(rule, verdict, Optional.of(60.0), Optional.of(50.0), "%", "said so");
    RunJson.write(trial().step(cell).checks(), Checks.of("rules", List.of(check)));
  }

  @Test
  void onlyAStepThatOthersSpoiledIsDropped() throws IOException {
    judge(TWO, "trend", Verdict.FAIL);
    judge(FOUR, Rules.HOST_SPEED, Verdict.WARN);
    judge(SIX, Rules.HOST_SPEED, Verdict.FAIL);
    assertThat(noisy(2).dropNext()).contains(SIX);
    assertThat(trial().step(SIX).path()).doesNotExist();
    assertThat(trial().dropped(1, SIX).checks()).exists();
    assertThat(noisy(2).dropNext()).isEmpty();
    assertThat(TrialSteps.missing(trial(), List.of(TWO, FOUR, SIX))).containsExactly(SIX);
  }

  @Test
  void everyNoisyStepIsTriedAgainBeforeOneIsTriedAThirdTime() throws IOException {
    judge(TWO, Rules.HOST_SPEED, Verdict.FAIL);
    judge(FOUR, Rules.HOST_SPEED, Verdict.FAIL);
    assertThat(noisy(3).dropNext()).contains(TWO);
    judge(TWO, Rules.HOST_SPEED, Verdict.FAIL);
    assertThat(noisy(3).dropNext()).contains(FOUR);
    judge(FOUR, Rules.HOST_SPEED, Verdict.PASS);
    assertThat(noisy(3).dropNext()).contains(TWO);
    judge(TWO, Rules.HOST_SPEED, Verdict.FAIL);
    assertThat(noisy(3).isAny()).isFalse();
    assertThat(noisy(3).dropNext()).isEmpty();
    assertThat(trial().step(TWO).checks()).exists();
  }

  @Test
  void timeThatTheHypervisorGaveAwayIsNoiseToo() throws IOException {
    judge(TWO, "steal", Verdict.FAIL);
    judge(FOUR, "steal", Verdict.WARN);
    assertThat(noisy(2).dropNext()).contains(TWO);
    assertThat(noisy(2).isAny()).isFalse();
  }

  @Test
  void withoutRepeatsNothingIsDropped() throws IOException {
    judge(TWO, Rules.HOST_SPEED, Verdict.FAIL);
    assertThat(noisy(0).isAny()).isFalse();
    assertThat(noisy(0).dropNext()).isEmpty();
    assertThat(trial().step(TWO).checks()).exists();
  }
}
