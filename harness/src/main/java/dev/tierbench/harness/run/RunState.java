package dev.tierbench.harness.run;

import dev.tierbench.harness.run.step.RateStep;
import dev.tierbench.harness.run.step.TrialSteps;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RatePlan;
import dev.tierbench.run.record.Checks;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a whole run came to. */
public final class RunState {
  private RunState() {}

  /**
   * Partial while a step has no verdict, else failed when any is FAIL. A step of a search may fail
   * by the load, which is its answer; a trial whose search has no answer failed.
   *
   * @throws IOException when the steps of a search cannot be read
   */
  public static Manifest.State of(RunFolder folder, Plan plan) throws IOException {
    if (plan instanceof HttpPlan http && http.needsSaturation()) {
      return Manifest.State.PARTIAL;
    }
    Optional<LatencyGoal> goal =
        plan instanceof HttpPlan http ? http.rates().flatMap(RatePlan::goal) : Optional.empty();
    boolean failed = false;
    for (Plan.Trial trial : plan.order()) {
      for (Parameters cell : plan.cells(trial.subject())) {
        Optional<Checks> checks = TrialSteps.verdict(folder.trial(trial.name()).step(cell));
        if (checks.isEmpty()) {
          return Manifest.State.PARTIAL;
        }
        failed |= checks.get().verdict() == Verdict.FAIL;
      }
      if (goal.isPresent()) {
        Manifest.State search = ofSearch(folder.trial(trial.name()), goal.get());
        if (search == Manifest.State.PARTIAL) {
          return search;
        }
        failed |= search == Manifest.State.FAILED;
      }
    }
    return failed ? Manifest.State.FAILED : Manifest.State.COMPLETE;
  }

  private static Manifest.State ofSearch(RunFolder.Trial trial, LatencyGoal goal)
      throws IOException {
    List<RateStep> steps = RateStep.of(trial, goal);
    if (steps.isEmpty()) {
      return Manifest.State.PARTIAL;
    }
    boolean answered = steps.stream().anyMatch(step -> step.kept().isPresent());
    boolean faulty = steps.stream().anyMatch(RateStep::fault);
    return answered && !faulty ? Manifest.State.COMPLETE : Manifest.State.FAILED;
  }
}
