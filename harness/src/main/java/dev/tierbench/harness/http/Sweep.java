package dev.tierbench.harness.http;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.hosts.RemoteHosts;
import dev.tierbench.harness.hosts.RemoteTierLauncher;
import dev.tierbench.harness.http.container.ComposeProject;
import dev.tierbench.harness.http.container.ContainerTierLauncher;
import dev.tierbench.harness.http.container.Engine;
import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.plan.RateSearch;
import dev.tierbench.harness.http.plan.RateText;
import dev.tierbench.harness.http.plan.Saturation;
import dev.tierbench.harness.http.step.HostProbe;
import dev.tierbench.harness.http.step.LocalTierLauncher;
import dev.tierbench.harness.http.step.MeasuredHosts;
import dev.tierbench.harness.http.step.TrialRunner;
import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.http.tier.TierLauncher;
import dev.tierbench.harness.trial.BestSpeed;
import dev.tierbench.harness.trial.MissingSteps;
import dev.tierbench.harness.trial.NoisySteps;
import dev.tierbench.harness.trial.Progress;
import dev.tierbench.harness.trial.RunEnd;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.ProcessAffinity;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/** Carries out what is missing of a plan, writing down how far it got after each step. */
record Sweep(
    RunFolder folder,
    Installation installation,
    Optional<ComposeProject> project,
    RemoteHosts remote,
    PrintStream out) {

  /** What the sweep's own host is called beside others. */
  private static final String GENERATOR_HOST = "load";

  /** The exit code: 0 all valid, 1 a step is FAIL, 130 interrupted. */
  int run(Manifest begun, Progress progress) {
    Manifest manifest = begun;
    boolean interrupted = false;
    boolean broken = false;
    try (progress) {
      RunJson.write(folder.manifest(), manifest);
      leaveCoresToTheServer(manifest.httpPlan());
      manifest = withSaturation(manifest, progress);
      trials(folder, manifest.httpPlan(), progress);
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (IOException | UncheckedIOException e) {
      out.println(e.getMessage());
      interrupted = Thread.interrupted();
      broken = true;
    }
    judgeAgain(manifest.httpPlan());
    int code = new RunEnd(folder, manifest, installation, out).exitCode(interrupted);
    return broken ? Math.max(1, code) : code;
  }

  private void judgeAgain(HttpPlan plan) {
    try {
      new BestSpeed(folder, plan).judgeAgain();
    } catch (IOException | UncheckedIOException e) {
      out.println("the host's speed was not judged by the whole run: " + e.getMessage());
    }
  }

  /** The sweep and the tracers that it starts run beside the helpers. */
  private static void leaveCoresToTheServer(HttpPlan plan)
      throws IOException, InterruptedException {
    Optional<CpuList> cores = plan.pinning().cores(Plan.Pinning.HARNESS);
    if (cores.isPresent()) {
      try {
        ProcessAffinity.hold(ProcessHandle.current().pid(), cores.get());
      } catch (IOException e) {
        throw new IOException("the sweep cannot be pinned: " + e.getMessage(), e);
      }
    }
  }

  /** The rates that are percentages of it are known afterwards, and noted in the manifest. */
  private Manifest withSaturation(Manifest begun, Progress progress)
      throws IOException, InterruptedException {
    HttpPlan plan = begun.httpPlan();
    if (!plan.needsSaturation()) {
      return begun;
    }
    Saturation saturation = new Saturation(plan);
    trials(Saturation.folder(folder), saturation.search(), progress);
    HttpPlan complete = plan.withSaturation(saturation.read(folder));
    Manifest manifest = begun.withPlan(complete);
    RunJson.write(folder.manifest(), manifest);
    progress.say("rates: " + RateText.of(complete.rates().orElseThrow()));
    return manifest;
  }

  private void trials(RunFolder where, HttpPlan plan, Progress progress)
      throws IOException, InterruptedException {
    ChildLauncher processes = new ChildLauncher();
    TierCommands commands =
        new TierCommands(installation, plan, remote.programs(), progress.wantsSeconds());
    TierLauncher tiers = tiers(processes, commands);
    try (LocalHost own = new LocalHost(remote.isEmpty() ? "" : GENERATOR_HOST)) {
      MeasuredHosts hosts = new MeasuredHosts(own, remote.measured(), remote.generators());
      TrialRunner runner =
          new TrialRunner(where, processes, tiers, commands, hosts, probe(plan, hosts), progress);
      for (Plan.Trial trial : plan.order()) {
        Iterator<Parameters> cells = missing(where, plan, trial);
        // Steps that the best of the whole run showed to be noisy are repeated when it is resumed.
        if (cells.hasNext() || NoisySteps.of(where, plan, trial).isAny()) {
          runner.run(trial, cells, step -> progress.judged(plan, trial, step));
        }
      }
    } finally {
      try {
        tiers.finish();
      } finally {
        processes.endAll();
      }
    }
  }

  private Optional<HostProbe> probe(HttpPlan plan, MeasuredHosts hosts)
      throws IOException, InterruptedException {
    if (!plan.probe().enabled()) {
      return Optional.empty();
    }
    String all =
        remote
            .stateOfServer()
            .map(HostState::cores)
            .orElseGet(() -> OwnProcess.REAL.cores().text());
    try {
      return Optional.of(
          HostProbe.of(hosts.of(Tier.SERVER), plan.pinning().cores(Tier.SERVER), all));
    } catch (IOException e) {
      throw new IOException("the probe of the host's speed cannot be pinned: " + e.getMessage(), e);
    }
  }

  private TierLauncher tiers(ChildLauncher processes, TierCommands commands) {
    if (project.isPresent()) {
      return new ContainerTierLauncher(Engine.DOCKER, project.get(), commands.plan().pinning());
    }
    TierLauncher here = new LocalTierLauncher(processes, commands);
    return remote.isEmpty() ? here : new RemoteTierLauncher(commands, remote, processes, here);
  }

  /** What a trial has left to do: the cells of the plan, then those of a search. */
  private static Iterator<Parameters> missing(RunFolder where, HttpPlan plan, Plan.Trial trial) {
    RunFolder.Trial files = where.trial(trial.name());
    Stream<Parameters> planned = MissingSteps.of(files, plan.cells(trial.subject())).stream();
    return plan.rates()
        .flatMap(open ->
            open.goal()
                .map(goal ->
                    new RateProbes(
                        goal, new RateSearch(open.saturation().get(trial.subject())), files)))
        .map(search -> Stream.concat(planned, search.steps()))
        .orElse(planned)
        .iterator();
  }

  /** How long what is missing takes. */
  static double missingSeconds(RunFolder folder, HttpPlan plan) {
    DurationEstimate estimate = new DurationEstimate(plan);
    int unknown = estimate.stepsOfTrial() - plan.cells().size();
    return estimate.saturation()
        + plan.order().stream()
            .mapToInt(trial ->
                unknown
                    + MissingSteps.of(folder.trial(trial.name()), plan.cells(trial.subject()))
                        .size())
            .filter(steps -> steps > 0)
            .mapToDouble(steps -> estimate.preparation() + steps * estimate.step())
            .sum();
  }
}
