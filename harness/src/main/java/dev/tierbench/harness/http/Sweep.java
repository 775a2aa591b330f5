package dev.tierbench.harness.http;

import dev.tierbench.harness.http.container.ComposeProject;
import dev.tierbench.harness.http.container.ContainerFleet;
import dev.tierbench.harness.http.container.Engine;
import dev.tierbench.harness.http.step.TrialRunner;
import dev.tierbench.harness.http.tier.Fleet;
import dev.tierbench.harness.http.tier.Installation;
import dev.tierbench.harness.http.tier.LocalFleet;
import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.summary.StepFigures;
import dev.tierbench.harness.summary.Summary;
import dev.tierbench.harness.trial.Cancellation;
import dev.tierbench.harness.trial.Eta;
import dev.tierbench.harness.trial.MissingSteps;
import dev.tierbench.harness.trial.Progress;
import dev.tierbench.observer.host.ProcessAffinity;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.Checks;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.State;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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
    State state = finish(interrupted);
    interrupted |= !report();
    if (interrupted) {
      out.println("interrupted; finish it with: --resume " + folder.root());
      return Cancellation.EXIT_CODE;
    }
    return state == State.COMPLETE ? 0 : 1;
  }

  /** The sweep and the tracers that it starts run beside the helpers. */
  private void leaveCoresToTheServer() throws InterruptedException {
    Optional<CpuList> cores = manifest.plan().pinning().cores("harness");
    if (cores.isPresent()) {
      try {
        ProcessAffinity.hold(ProcessHandle.current().pid(), cores.get());
      } catch (IOException e) {
        throw new UncheckedIOException("the sweep cannot be pinned: " + e.getMessage(), e);
      }
    }
  }

  private void trials(Progress progress) throws InterruptedException {
    Plan plan = manifest.plan();
    ChildLauncher launcher = new ChildLauncher();
    TierCommands commands = new TierCommands(installation, plan);
    Fleet fleet = fleet(launcher, commands);
    try {
      trials(new TrialRunner(folder, launcher, fleet, commands, progress), progress);
    } finally {
      try {
        launcher.endAll();
      } finally {
        fleet.finish();
      }
    }
  }

  private Fleet fleet(ChildLauncher launcher, TierCommands commands) {
    return project
        .<Fleet>map(
            containers -> new ContainerFleet(Engine.DOCKER, containers, manifest.plan().pinning()))
        .orElseGet(() -> new LocalFleet(launcher, commands));
  }

  private void trials(TrialRunner runner, Progress progress) throws InterruptedException {
    Plan plan = manifest.plan();
    for (Plan.Trial trial : plan.order()) {
      List<Integer> missing = MissingSteps.of(folder.trial(trial.name()), plan.levels());
      if (!missing.isEmpty()) {
        runner.run(trial, missing, (step, checks) -> tell(progress, trial, step, checks));
      }
    }
  }

  private void tell(Progress progress, Plan.Trial trial, RunFolder.Step step, Checks checks) {
    progress.say(
        trial.name()
            + " at "
            + step.level()
            + ": "
            + checks.verdict()
            + figures(trial, step)
            + because(checks));
    try {
      Summary.read(folder, manifest).write(folder);
    } catch (IOException | UncheckedIOException e) {
      progress.say("the summary could not be written: " + e.getMessage());
    }
  }

  private String figures(Plan.Trial trial, RunFolder.Step step) {
    try {
      return StepFigures.read(folder, trial, step.level())
          .filter(figures -> figures.load().isPresent())
          .map(figures -> ", " + figures.line())
          .orElse("");
    } catch (IOException e) {
      return ", figures cannot be read: " + e.getMessage();
    }
  }

  private static String because(Checks checks) {
    String reasons =
        checks.checks().stream()
            .filter(check -> check.verdict() == checks.verdict())
            .map(c -> c.verdict() == Verdict.FAIL ? c.name() + ": " + c.message() : c.name())
            .collect(Collectors.joining(", "));
    return checks.verdict() == Verdict.PASS ? "" : " (" + reasons + ")";
  }

  private State finish(boolean interrupted) {
    try {
      Summary summary = Summary.read(folder, manifest);
      State state = interrupted ? State.PARTIAL : summary.state();
      RunJson.write(folder.manifest(), manifest.withState(state, Optional.of(Manifests.now())));
      summary.write(folder);
      out.println();
      summary.text().forEach(out::println);
      out.println(folder.root());
      return state;
    } catch (IOException | UncheckedIOException e) {
      out.println("the end of the run could not be written: " + e.getMessage());
      return State.PARTIAL;
    }
  }

  /** False when interrupted; the page of a partial run is written too. */
  private boolean report() {
    try {
      new ReportWriter(installation, out).write(folder);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** How long what is missing takes. */
  static double missingSeconds(RunFolder folder, Plan plan) {
    Eta eta = new Eta(plan);
    return plan.order().stream()
        .map(trial -> MissingSteps.of(folder.trial(trial.name()), plan.levels()).size())
        .filter(steps -> steps > 0)
        .mapToDouble(steps -> eta.preparation() + steps * eta.step())
        .sum();
  }
}
