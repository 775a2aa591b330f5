package dev.tierbench.harness.run.step;

import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A step of a trial at a rate, as far as a search of the highest one needs it.
 *
 * @param kept whether the server kept the latency; empty when the step says nothing
 * @param fault whether the step could not be measured
 */
public record RateStep(int rate, Optional<Boolean> kept, boolean fault) {

  /**
   * The steps of a trial that have a rate and a verdict.
   *
   * @throws IOException when one cannot be read
   */
  public static List<RateStep> of(RunFolder.Trial trial, LatencyGoal goal) throws IOException {
    return TrialSteps.judged(trial).stream()
        .flatMap(step ->
            step.step().parameters().number(Parameters.RATE).stream()
                .map(rate -> of(rate, goal, step)))
        .toList();
  }

  private static RateStep of(int rate, LatencyGoal goal, JudgedStep step) {
    return new RateStep(
        rate,
        SustainedRate.isKept(goal, step.measurements(), step.checks()),
        Rules.isFault(step.checks()));
  }
}
