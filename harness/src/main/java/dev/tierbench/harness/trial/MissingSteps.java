package dev.tierbench.harness.trial;

import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * What a resumed run has left to do. A step that a rule judged FAIL was measured and stays: to
 * repeat it until it passes would be to choose the result.
 */
public final class MissingSteps {
  private MissingSteps() {}

  /** The cells of a trial that have no verdict, or that a fault ended. */
  public static List<Parameters> of(RunFolder.Trial trial, List<Parameters> cells) {
    return cells.stream().filter(cell -> isMissing(trial.step(cell))).toList();
  }

  private static boolean isMissing(RunFolder.Step step) {
    if (!Files.exists(step.checks())) {
      return true;
    }
    try {
      return Rules.isFault(RunJson.read(step.checks(), Checks.class));
    } catch (IOException cutShort) {
      return true;
    }
  }
}
