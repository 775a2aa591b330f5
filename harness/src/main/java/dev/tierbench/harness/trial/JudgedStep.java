package dev.tierbench.harness.trial;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.Checks;
import dev.tierbench.run.RunFolder;

/**
 * A step that has a verdict.
 *
 * @param measurements without any value when the step could not be measured
 */
public record JudgedStep(RunFolder.Step step, Measurements measurements, Checks checks) {}
