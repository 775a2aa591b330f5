package dev.tierbench.report.summary;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks.Check;
import java.util.List;

/**
 * The steps that were measured again because others on the hardware spoiled them, with the cause.
 */
final class DroppedSteps {
  private DroppedSteps() {}

  /** A line for each, in the order of the trials. */
  static List<String> lines(Run run) {
    return run.dropped().stream()
        .map(step -> "Measured again: " + step.name() + ": " + cause(step))
        .toList();
  }

  private static String cause(Step step) {
    return step.checks()
        .flatMap(Rules::noise)
        .map(Check::message)
        .orElse("its checks cannot be read");
  }
}
