package dev.tierbench.harness.run.step;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;

/**
 * A step that has a verdict.
 *
 * @param measurements without any value when the step could not be measured
 */
public record JudgedStep(RunFolder.Step step, Measurements measurements, Checks checks) {

  /** One that could not be measured. */
  public static JudgedStep fault(RunFolder.Step step, String reason) {
    return new JudgedStep(step, Measurements.none(), Rules.fault(Limits.DEFAULT, reason));
  }

  /** The same, when its verdict is in its folder. */
  public JudgedStep written() {
    RunJson.write(step.checks(), checks);
    return this;
  }
}
