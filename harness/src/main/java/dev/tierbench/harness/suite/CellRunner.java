package dev.tierbench.harness.suite;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.trial.JudgedStep;
import dev.tierbench.harness.trial.StepFolder;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.metrics.SuiteMetrics;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.MeasuredCell;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SuitePlan;
import dev.tierbench.run.Work;
import dev.tierbench.run.Work.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Runs the cells of a suite, each in a fresh JVM, and leaves record and verdict in the folder. */
record CellRunner(
    SuitePlan plan, Installation installation, ChildLauncher processes, Predictions predictions) {

  /** What was found of a cell. */
  record Result(Work work, Optional<Observed> observed, Optional<JsonNode> settings) {}

  /** Runs a cell, or states why it is not run. */
  JudgedStep run(Plan.Trial trial, RunFolder.Trial folder, Parameters parameters, int round)
      throws IOException, InterruptedException {
    RunFolder.Step step = folder.step(parameters);
    StepFolder.empty(step.path());
    Prediction prediction = predictions.of(trial.subject(), step.parameters());
    Optional<Predictions.NotRun> notRun =
        predictions.notRun(trial.subject(), step.parameters(), round);
    CellWork cell = new CellWork(plan, trial.subject(), step.parameters(), prediction);
    Result result =
        notRun.isPresent()
            ? new Result(cell.notRun(notRun.get()), Optional.empty(), Optional.empty())
            : measure(cell, step, round);
    RunJson.write(step.work(), result.work());
    Measurements measurements =
        SuiteMetrics.measure(result.work(), result.observed(), RoleCounts.read(step));
    RunJson.write(step.measurements(), measurements);
    Checks checks =
        Rules.check(
            new MeasuredCell(result.work(), measurements, result.observed(), plan), Limits.DEFAULT);
    if (result.settings().isPresent()) {
      TrialSettings.add(folder, step.parameters(), result.settings().get());
    }
    RunJson.write(step.checks(), checks);
    return new JudgedStep(step, measurements, checks);
  }

  private Result measure(CellWork cell, RunFolder.Step step, int round)
      throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("tierbench-");
    try {
      boolean traced = predictions.isTraced(cell.prediction(), round);
      double seconds = predictions.workSeconds(cell.prediction(), step.parameters(), traced);
      WorkerCommands commands = new WorkerCommands(installation, plan, scratch);
      return new WorkerRun(
              processes,
              commands.worker(
                  cell.subject(),
                  step.parameters(),
                  step,
                  new WorkerCommands.Repeats(
                      predictions.warmSize(cell.subject(), step.parameters()),
                      predictions.isShort(cell.prediction()) ? plan.engines().once().repeats() : 1),
                  traced),
              commands.socket(),
              cell,
              new CellRecorder(Proc.REAL, cell.size()))
          .run(step, traced, seconds);
    } finally {
      StepFolder.delete(scratch);
    }
  }
}
