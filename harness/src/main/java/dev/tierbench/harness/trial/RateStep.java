package dev.tierbench.harness.trial;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
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
   * Those of a trial that have a verdict.
   *
   * @throws IOException when one cannot be read
   */
  public static List<RateStep> of(RunFolder.Trial trial, LatencyGoal goal) throws IOException {
    List<RateStep> steps = new ArrayList<>();
    for (RunFolder.Step step : TrialSteps.judged(trial)) {
      Optional<Integer> rate = step.parameters().number(Parameters.RATE);
      if (rate.isPresent()) {
        Checks checks = RunJson.read(step.checks(), Checks.class);
        steps.add(new RateStep(rate.get(), kept(step, goal, checks), Rules.isFault(checks)));
      }
    }
    return steps;
  }

  private static Optional<Boolean> kept(RunFolder.Step step, LatencyGoal goal, Checks checks)
      throws IOException {
    return Files.exists(step.measurements())
        ? SustainedRate.isKept(goal, RunJson.read(step.measurements(), Measurements.class), checks)
        : Optional.empty();
  }
}
