package dev.tierbench.harness.suite;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.tier.database.OwnDatabase;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.StepMetrics;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.MeasuredCell;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.TrialSettings;
import dev.tierbench.run.record.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Runs the cells of a suite, each in a fresh JVM, and leaves record and verdict in the folder. */
record CellRunner(
    Installation installation, ChildLauncher processes, Predictions predictions, SuiteTiers tiers) {

  /** What was found of a cell. */
  record Result(Work work, Optional<Observation> observed, Optional<JsonNode> settings) {}

  /** Runs a cell, or states why it is not run. */
  JudgedStep run(Plan.Trial trial, RunFolder.Trial folder, Parameters parameters, int round)
      throws IOException, InterruptedException {
    RunFolder.Step step = folder.step(parameters);
    FolderTree.makeEmpty(step.path());
    CellWork cell =
        new CellWork(
            predictions.plan(),
            trial.subject(),
            parameters,
            predictions.of(trial.subject(), parameters));
    Optional<Ending> notRun = predictions.notRun(trial.subject(), parameters, round);
    Result result =
        notRun.isPresent()
            ? new Result(cell.notRun(notRun.get()), Optional.empty(), Optional.empty())
            : measure(cell, step, round);
    RunJson.write(step.work(), result.work());
    Measurements measurements = StepMetrics.measure(result.work(), result.observed(), step);
    RunJson.write(step.measurements(), measurements);
    if (result.settings().isPresent()) {
      addSettings(
          folder,
          parameters,
          result.settings().get(),
          tiers.database().flatMap(OwnDatabase::settings));
    }
    Checks checks =
        Rules.check(
            new MeasuredCell(result.work(), measurements, result.observed(), predictions.plan()),
            Limits.DEFAULT);
    return new JudgedStep(step, measurements, checks).written();
  }

  /**
   * Adds the settings of a worker to the file of its trial.
   *
   * @param database settings of the database; empty where it is a file, or did not give them
   */
  static void addSettings(
      RunFolder.Trial trial, Parameters cell, JsonNode settings, Optional<JsonNode> database)
      throws IOException {
    TrialSettings before =
        Files.exists(trial.settings())
            ? RunJson.read(trial.settings(), TrialSettings.class)
            : TrialSettings.NONE;
    TrialSettings now = before.withCell(cell, settings);
    RunJson.write(
        trial.settings(),
        database.map(reported -> now.withTier(Tier.DATABASE, reported)).orElse(now));
  }

  private Result measure(CellWork cell, RunFolder.Step step, int round)
      throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("tierbench-");
    try {
      WorkerCommands commands =
          new WorkerCommands(
              installation, cell.plan(), scratch, tiers.database().map(OwnDatabase::access));
      boolean traced = predictions.isTraced(cell.subject(), cell.parameters(), round);
      WorkerCommands.Repeats repeats =
          new WorkerCommands.Repeats(
              predictions.warmSize(cell.subject(), cell.parameters()),
              predictions.repeats(cell.subject(), cell.parameters()));
      ChildCommand command =
          commands.worker(cell.subject(), cell.parameters(), step, repeats, traced);
      double seconds = predictions.workSeconds(cell.subject(), cell.parameters(), traced);
      boolean fromProc = cell.plan().engines().trace().isEmpty();
      try (WorkerLink link = WorkerLink.at(commands.socket());
          CellTrace trace = new CellTrace(step, traced, fromProc)) {
        return new WorkerRun(
                cell,
                new CellRecorder(Proc.REAL, cell.size()),
                link,
                trace,
                processes.start(command))
            .run(step, seconds);
      }
    } finally {
      FolderTree.delete(scratch);
    }
  }
}
