package dev.tierbench.harness.http;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.http.container.ComposeProject;
import dev.tierbench.harness.http.container.ContainerTierLauncher;
import dev.tierbench.harness.http.container.Engine;
import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.step.TrialRunner;
import dev.tierbench.harness.http.tier.LocalTierLauncher;
import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.http.tier.TierLauncher;
import dev.tierbench.harness.trial.MissingSteps;
import dev.tierbench.harness.trial.Progress;
import dev.tierbench.harness.trial.RunEnd;
import dev.tierbench.harness.trial.StepLine;
import dev.tierbench.observer.host.ProcessAffinity;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Carries out what is missing of a plan, writing down how far it got after each step. */
final class Sweep {

  private final RunFolder folder;
  private final Manifest manifest;
  private final Installation installation;
  private final Optional<ComposeProject> project;
  private final PrintStream out;

  Sweep(
      RunFolder folder,
      Manifest manifest,
      Installation installation,
      Optional<ComposeProject> project,
      PrintStream out) {
    this.folder = folder;
    this.manifest = manifest;
    this.installation = installation;
    this.project = project;
    this.out = out;
  }

  /** The exit code: 0 all valid, 1 a step is FAIL, 130 interrupted. */
  int run(Progress progress) {
    boolean interrupted = false;
    try (progress) {
      leaveCoresToTheServer();
      RunJson.write(folder.manifest(), manifest);
      trials(progress);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    return new RunEnd(folder, manifest, installation, out).exitCode(interrupted);
  }

  /** The sweep and the tracers that it starts run beside the helpers. */
  private void leaveCoresToTheServer() throws InterruptedException {
    Optional<CpuList> cores = manifest.httpPlan().pinning().cores(Plan.Pinning.HARNESS);
    if (cores.isPresent()) {
      try {
        ProcessAffinity.hold(ProcessHandle.current().pid(), cores.get());
      } catch (IOException e) {
        throw new UncheckedIOException("the sweep cannot be pinned: " + e.getMessage(), e);
      }
    }
  }

  private void trials(Progress progress) throws InterruptedException {
    HttpPlan plan = manifest.httpPlan();
    ChildLauncher processes = new ChildLauncher();
    TierCommands commands = new TierCommands(installation, plan);
    TierLauncher tiers = tiers(processes, commands);
    try {
      trials(new TrialRunner(folder, processes, tiers, commands, progress), progress);
    } finally {
      try {
        processes.endAll();
      } finally {
        tiers.finish();
      }
    }
  }

  private TierLauncher tiers(ChildLauncher processes, TierCommands commands) {
    return project
        .<TierLauncher>map(containers ->
            new ContainerTierLauncher(Engine.DOCKER, containers, manifest.httpPlan().pinning()))
        .orElseGet(() -> new LocalTierLauncher(processes, commands));
  }

  private void trials(TrialRunner runner, Progress progress) throws InterruptedException {
    HttpPlan plan = manifest.httpPlan();
    for (Plan.Trial trial : plan.order()) {
      List<Parameters> missing =
          MissingSteps.of(folder.trial(trial.name()), plan.cells(trial.subject()));
      if (!missing.isEmpty()) {
        runner.run(trial, missing, step -> progress.say(StepLine.of(plan, trial, step)));
      }
    }
  }

  /** How long what is missing takes. */
  static double missingSeconds(RunFolder folder, HttpPlan plan) {
    DurationEstimate estimate = new DurationEstimate(plan);
    return plan.order().stream()
        .map(trial ->
            MissingSteps.of(folder.trial(trial.name()), plan.cells(trial.subject())).size())
        .filter(steps -> steps > 0)
        .mapToDouble(steps -> estimate.preparation() + steps * estimate.step())
        .sum();
  }
}
