package dev.tierbench.harness.suite;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.http.step.Child;
import dev.tierbench.harness.trial.JudgedStep;
import dev.tierbench.harness.trial.MissingSteps;
import dev.tierbench.harness.trial.Progress;
import dev.tierbench.harness.trial.RunEnd;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SuitePlan;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Carries out what is missing of the plan of a suite, writing down each cell as it is known. */
record SuiteRun(
    RunFolder folder,
    Manifest manifest,
    SuitePlan plan,
    Installation installation,
    Predictions predictions) {

  /** The exit code: 0 all valid, 1 a cell is FAIL, 130 interrupted. */
  int run(Progress progress, PrintStream out) {
    boolean interrupted = false;
    try (progress) {
      RunJson.write(folder.manifest(), manifest);
      trials(progress);
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (IOException | UncheckedIOException e) {
      // The page of what was measured is written all the same, and other suites go on.
      out.println("suite: " + e.getMessage());
      interrupted = Thread.interrupted();
    }
    return new RunEnd(folder, manifest, installation, out).exitCode(interrupted);
  }

  private void trials(Progress progress) throws IOException, InterruptedException {
    ChildLauncher processes = new ChildLauncher();
    Optional<Child> echo = Optional.empty();
    try {
      CellRunner runner = new CellRunner(plan, installation, processes, predictions);
      for (Plan.Trial trial : plan.order()) {
        for (Parameters cell : missing(Optional.of(folder), plan, trial)) {
          int round = plan.round(trial);
          progress.begins(
              trial.name() + " " + cell.label(),
              predictions.cellSeconds(trial.subject(), cell, round));
          if (EchoTier.isNeeded(plan.descriptor()) && echo.filter(Child::isAlive).isEmpty()) {
            echo = Optional.of(EchoTier.start(plan, installation, processes, folder));
          }
          progress.judged(plan, trial, run(runner, echo, trial, cell, round));
        }
      }
    } finally {
      processes.endAll();
    }
  }

  private JudgedStep run(
      CellRunner runner, Optional<Child> echo, Plan.Trial trial, Parameters cell, int round)
      throws InterruptedException {
    RunFolder.Trial ofTrial = folder.trial(trial.name());
    try {
      JudgedStep judged = runner.run(trial, ofTrial, cell, round);
      if (echo.filter(tier -> !tier.isAlive()).isPresent()) {
        throw new IOException(echo.get().howItEnded() + " during the cell");
      }
      return judged;
    } catch (IOException e) {
      RunFolder.Step step = ofTrial.step(cell);
      Checks fault = Rules.fault(Limits.DEFAULT, e.getMessage());
      RunJson.write(step.checks(), fault);
      return new JudgedStep(step, Measurements.none(), fault);
    }
  }

  /** How long what is missing takes: all of it, of a run that has no folder yet. */
  static double missingSeconds(
      Optional<RunFolder> folder, SuitePlan plan, Predictions predictions) {
    double seconds = 0;
    for (Plan.Trial trial : plan.order()) {
      for (Parameters cell : missing(folder, plan, trial)) {
        seconds += predictions.cellSeconds(trial.subject(), cell, plan.round(trial));
      }
    }
    return seconds;
  }

  private static List<Parameters> missing(
      Optional<RunFolder> folder, SuitePlan plan, Plan.Trial trial) {
    List<Parameters> cells = plan.cells(trial.subject());
    return folder.map(of -> MissingSteps.of(of.trial(trial.name()), cells)).orElse(cells);
  }
}
