package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.plan.RateSearch;
import dev.tierbench.harness.http.plan.RateText;
import dev.tierbench.harness.http.plan.Saturation;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.trial.BenchMaker;
import dev.tierbench.harness.http.trial.HostProbe;
import dev.tierbench.harness.http.trial.RoundRunner;
import dev.tierbench.harness.http.trial.TrialRunner;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.run.ReportProcess;
import dev.tierbench.harness.run.RunExecution;
import dev.tierbench.harness.run.step.BestSpeed;
import dev.tierbench.harness.run.step.NoisySteps;
import dev.tierbench.harness.run.step.TrialSteps;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.container.ContainerTierLauncher;
import dev.tierbench.harness.tier.container.Engine;
import dev.tierbench.harness.tier.database.DatabaseBackend;
import dev.tierbench.harness.tier.database.PlannedDatabase;
import dev.tierbench.harness.tier.local.LocalTierLauncher;
import dev.tierbench.harness.tier.remote.HostsFile;
import dev.tierbench.harness.tier.remote.RemoteHosts;
import dev.tierbench.harness.tier.remote.RemoteTierLauncher;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.ProcessAffinity;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.HeldInterrupt;
import dev.tierbench.run.IoAction;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Carries out what is missing of a plan of servers. */
final class Sweep implements RunExecution.Trials {

  private final RunExecution run;
  private final Optional<ComposeProject> project;
  private final RemoteHosts remote;
  private final Secrets secrets;

  Sweep(RunExecution run, Optional<ComposeProject> project, RemoteHosts remote, Secrets secrets) {
    this.run = run;
    this.project = project;
    this.remote = remote;
    this.secrets = secrets;
  }

  @Override
  public void carryOut(Progress progress) throws IOException, InterruptedException {
    leaveCoresToTheServer();
    findSaturation(progress);
    trials(run.folder(), plan(), progress);
  }

  private HttpPlan plan() {
    return run.manifest().httpPlan();
  }

  /** The sweep and the tracers that it starts run beside the helpers. */
  private void leaveCoresToTheServer() throws IOException, InterruptedException {
    Optional<CpuList> cores = plan().pinning().cores(Plan.Pinning.HARNESS);
    if (cores.isPresent()) {
      try {
        ProcessAffinity.hold(ProcessHandle.current().pid(), cores.get());
      } catch (IOException e) {
        throw new IOException("the sweep cannot be pinned: " + e.getMessage(), e);
      }
    }
  }

  /** The rates that are percentages of it are known afterwards, and noted in the manifest. */
  private void findSaturation(Progress progress) throws IOException, InterruptedException {
    HttpPlan plan = plan();
    if (!plan.needsSaturation()) {
      return;
    }
    Saturation saturation = new Saturation(plan);
    trials(run.folder().saturation(), saturation.search(), progress);
    HttpPlan complete = plan.withSaturation(saturation.read(run.folder()));
    run.write(run.manifest().withPlan(complete));
    progress.say("rates: " + RateText.of(complete.rates().orElseThrow()));
  }

  private void trials(RunFolder where, HttpPlan plan, Progress progress)
      throws IOException, InterruptedException {
    ChildLauncher processes = new ChildLauncher();
    Optional<PlannedDatabase> database = database(where, plan);
    Optional<DatabaseBackend> asked = database.map(tier -> tier.backend(plan.network().ports()));
    TierCommands commands =
        new TierCommands(
            run.installation(),
            plan,
            remote.programs(),
            progress.wantsSeconds(),
            secrets,
            database.map(PlannedDatabase::access));
    TierLauncher tiers = tiers(processes, commands, database);
    try (LocalHost own = new LocalHost(remote.isEmpty() ? "" : HostsFile.OWN_HOST)) {
      MeasuredHosts hosts = new MeasuredHosts(own, remote.measured(), remote.generators());
      BenchMaker benches =
          new BenchMaker(where, processes, tiers, commands, asked, probe(plan, hosts), progress);
      if (plan.windows().rounds().isPresent()) {
        try (RoundRunner runner = new RoundRunner(benches)) {
          rounds(where, plan, runner, progress);
        }
      } else {
        consecutive(where, plan, new TrialRunner(benches, hosts), progress);
      }
    } finally {
      HeldInterrupt held = new HeldInterrupt();
      try {
        each(
            List.<IoAction>of(
                tiers::finish,
                () -> asked.ifPresent(DatabaseBackend::close),
                processes::endAll,
                () -> close(database),
                () -> maskLogs(where, plan)));
      } finally {
        held.release();
      }
    }
  }

  /** Carries out each part, although an earlier one could not be. */
  private static void each(List<IoAction> parts) throws IOException, InterruptedException {
    try {
      parts.getFirst().run();
    } finally {
      if (parts.size() > 1) {
        each(parts.subList(1, parts.size()));
      }
    }
  }

  private static void close(Optional<PlannedDatabase> database) throws IOException {
    if (database.isPresent()) {
      database.get().close();
    }
  }

  /** Masks the log of a trial that was broken off. */
  private void maskLogs(RunFolder where, HttpPlan plan) throws IOException {
    HttpPlan grown = plan.until().isPresent() ? plan() : plan;
    for (Plan.Trial trial : grown.order()) {
      secrets.redactor().mask(where.trial(trial.name()).serverLog());
    }
  }

  private void consecutive(RunFolder where, HttpPlan plan, TrialRunner runner, Progress progress)
      throws IOException, InterruptedException {
    for (Plan.Trial trial : plan.order()) {
      Iterator<Parameters> cells = missing(where, plan, trial);
      // Steps that the best of the whole run showed to be noisy are repeated when it is resumed.
      if (cells.hasNext() || NoisySteps.of(where, plan, trial).isAny()) {
        runner.run(trial, cells, step -> progress.judged(plan, trial, step));
        secrets.redactor().mask(where.trial(trial.name()).serverLog());
      }
    }
  }

  /** The rounds of the plan, and while they are to decide and do not, one more at a time. */
  private void rounds(RunFolder where, HttpPlan planned, RoundRunner runner, Progress progress)
      throws IOException, InterruptedException {
    HttpPlan plan = planned;
    RoundBudget budget =
        new RoundBudget(
            new ReportProcess(run.installation())::decisions,
            progress,
            System::nanoTime,
            complete(where, plan));
    roundsOf(where, plan, runner, progress);
    while (plan.until().isPresent()) {
      // What decides is judged as at the end of the run: by the best speed of all rounds so far.
      new BestSpeed(where, plan).judgeAgain();
      run.write(run.manifest().withMost(budget.most(plan)));
      OptionalInt windows = budget.windowsOfNext(where, plan());
      if (windows.isEmpty()) {
        return;
      }
      run.write(run.manifest().withAnotherRound(windows.getAsInt()));
      plan = plan();
      roundsOf(where, plan, runner, progress);
    }
  }

  private static int complete(RunFolder where, HttpPlan plan) {
    return (int)
        byRound(plan).stream().filter(round -> missing(where, plan, round).isEmpty()).count();
  }

  /** A cell that one server of a round lacks is measured again of all, since they are paired. */
  private void roundsOf(RunFolder where, HttpPlan plan, RoundRunner runner, Progress progress)
      throws IOException, InterruptedException {
    for (List<Plan.Trial> round : byRound(plan)) {
      List<Parameters> cells = missing(where, plan, round);
      if (!cells.isEmpty()) {
        runner.run(
            round,
            cells,
            plan.windows().rounds().orElseThrow().windows(plan.round(round.getFirst())),
            (trial, step) -> progress.judged(plan, trial, step));
        for (Plan.Trial trial : round) {
          secrets.redactor().mask(where.trial(trial.name()).serverLog());
        }
      }
    }
  }

  private static List<List<Plan.Trial>> byRound(HttpPlan plan) {
    return List.copyOf(
        plan.order().stream()
            .collect(Collectors.groupingBy(plan::round, TreeMap::new, Collectors.toList()))
            .values());
  }

  private static List<Parameters> missing(RunFolder where, HttpPlan plan, List<Plan.Trial> round) {
    return plan.cells().stream()
        .filter(cell ->
            round.stream()
                .anyMatch(trial ->
                    !TrialSteps.missing(where.trial(trial.name()), List.of(cell)).isEmpty()))
        .toList();
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

  private static Optional<PlannedDatabase> database(RunFolder where, HttpPlan plan)
      throws IOException, InterruptedException {
    return plan.database().isEmpty()
        ? Optional.empty()
        : Optional.of(
            PlannedDatabase.of(
                plan.database().get(),
                DatabaseAccess.of(plan, System.getenv().getOrDefault(DatabaseAccess.PASSWORD, "")),
                where.databaseLog()));
  }

  private TierLauncher tiers(
      ChildLauncher processes, TierCommands commands, Optional<PlannedDatabase> database) {
    if (project.isPresent()) {
      return new ContainerTierLauncher(Engine.DOCKER, project.get(), commands.plan(), database);
    }
    TierLauncher here = new LocalTierLauncher(processes, commands, database);
    return remote.isEmpty() ? here : new RemoteTierLauncher(commands, remote, processes, here);
  }

  /** What a trial has left to do: the cells of the plan, then those of a search. */
  private static Iterator<Parameters> missing(RunFolder where, HttpPlan plan, Plan.Trial trial) {
    RunFolder.Trial files = where.trial(trial.name());
    Stream<Parameters> planned = TrialSteps.missing(files, plan.cells(trial.subject())).stream();
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
                    + TrialSteps.missing(folder.trial(trial.name()), plan.cells(trial.subject()))
                        .size())
            .filter(steps -> steps > 0)
            .mapToDouble(steps ->
                estimate.roundPreparation() / plan.subjects().size() + steps * estimate.step())
            .sum();
  }
}
