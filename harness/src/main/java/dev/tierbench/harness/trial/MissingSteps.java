package dev.tierbench.harness.trial;

import dev.tierbench.run.Checks;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.rules.ValidityRules;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * What a resumed run has left to do. A step that a rule judged FAIL was measured and stays: to
 * repeat it until it passes would be to choose the result.
 */
public final class MissingSteps {
  private MissingSteps() {}

  /** The levels of a trial that have no verdict, or that a fault ended. */
  public static List<Integer> of(RunFolder.Trial trial, List<Integer> levels) {
    return levels.stream().filter(level -> isMissing(trial.step(level))).toList();
  }

  private static boolean isMissing(RunFolder.Step step) {
    if (!Files.exists(step.checks())) {
      return true;
    }
    try {
      return ValidityRules.isFault(RunJson.read(step.checks(), Checks.class));
    } catch (IOException cutShort) {
      return true;
    }
  }
}
