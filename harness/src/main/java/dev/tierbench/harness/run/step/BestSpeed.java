package dev.tierbench.harness.run.step;

import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How fast the host was at best, around the steps of a run that are in its folder. */
public record BestSpeed(RunFolder folder, Plan plan) {

  /**
   * The least of each part; empty when no step was probed.
   *
   * @throws IOException when a step cannot be read
   */
  public Optional<HostSpeed.Best> find() throws IOException {
    return best(judged());
  }

  /**
   * Judges every step by the best of the whole run, which was not known yet when the first ones
   * were judged.
   *
   * @throws IOException when a step cannot be read
   */
  public void judgeAgain() throws IOException {
    List<JudgedStep> steps = judged();
    Optional<HostSpeed.Best> best = best(steps);
    if (best.isEmpty()) {
      return;
    }
    for (JudgedStep step : steps) {
      if (step.measurements().values().isEmpty()) {
        continue; // a fault, or not complete: there is no value to judge
      }
      Checks now = Rules.against(best.get(), step.checks(), step.measurements(), Limits.DEFAULT);
      if (!now.equals(step.checks())) {
        new JudgedStep(step.step(), step.measurements(), now).written();
      }
    }
  }

  private static Optional<HostSpeed.Best> best(List<JudgedStep> steps) {
    return steps.stream()
        .flatMap(step -> HostMetrics.speed(step.measurements()).stream())
        .reduce(HostSpeed.Best::and);
  }

  private List<JudgedStep> judged() throws IOException {
    List<JudgedStep> steps = new ArrayList<>();
    for (Plan.Trial trial : plan.order()) {
      steps.addAll(TrialSteps.judged(folder.trial(trial.name())));
    }
    return steps;
  }
}
