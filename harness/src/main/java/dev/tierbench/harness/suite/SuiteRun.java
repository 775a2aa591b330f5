package dev.tierbench.harness.suite;

import dev.tierbench.harness.run.Defect;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.run.RunExecution;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.run.step.TrialSteps;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Carries out what is missing of the plan of a suite. */
record SuiteRun(RunExecution run, Predictions predictions) implements RunExecution.Trials {

  @Override
  public void carryOut(Progress progress) throws IOException, InterruptedException {
    SuitePlan plan = predictions.plan();
    ChildLauncher processes = new ChildLauncher();
    try (SuiteTiers tiers = new SuiteTiers(run, plan, processes)) {
      CellRunner runner = new CellRunner(run.installation(), processes, predictions, tiers);
      for (Plan.Trial trial : plan.order()) {
        for (Parameters cell : missing(Optional.of(run.folder()), plan, trial)) {
          int round = plan.round(trial);
          progress.begins(
              trial.name() + " " + cell.label(),
              predictions.cellSeconds(trial.subject(), cell, round));
          tiers.start();
          progress.judged(plan, trial, run(runner, trial, cell, round));
        }
      }
    } finally {
      processes.endAll();
    }
  }

  private JudgedStep run(CellRunner runner, Plan.Trial trial, Parameters cell, int round)
      throws InterruptedException {
    RunFolder.Trial folder = run.folder().trial(trial.name());
    try {
      JudgedStep judged = runner.run(trial, folder, cell, round);
      Optional<String> ended = runner.tiers().howOneEnded();
      if (ended.isPresent()) {
        throw new IOException(ended.get() + " during the cell");
      }
      return judged;
    } catch (IOException | UncheckedIOException e) {
      return JudgedStep.fault(folder.step(cell), e.getMessage()).written();
    } catch (RuntimeException | StackOverflowError e) {
      return JudgedStep.fault(folder.step(cell), Defect.noted(run.folder().root(), e)).written();
    }
  }

  /** How long what is missing takes: all of it, of a run that has no folder yet. */
  static double missingSeconds(Optional<RunFolder> folder, Predictions predictions) {
    SuitePlan plan = predictions.plan();
    return plan.order().stream()
        .mapToDouble(trial ->
            missing(folder, plan, trial).stream()
                .mapToDouble(
                    cell -> predictions.cellSeconds(trial.subject(), cell, plan.round(trial)))
                .sum())
        .sum();
  }

  private static List<Parameters> missing(
      Optional<RunFolder> folder, SuitePlan plan, Plan.Trial trial) {
    List<Parameters> cells = plan.cells(trial.subject());
    return folder.map(of -> TrialSteps.missing(of.trial(trial.name()), cells)).orElse(cells);
  }
}
