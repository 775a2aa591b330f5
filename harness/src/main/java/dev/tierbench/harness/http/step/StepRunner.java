package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.load.LoadGenerator;
import dev.tierbench.harness.http.tier.TierClient;
import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.http.tier.WorkRequest;
import dev.tierbench.harness.trial.BestSpeed;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.harness.trial.JudgedStep;
import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.HostSpeed;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.HttpStep;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Profile;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Warmup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts load on a testBed that is up, and leaves what was measured and the verdict in the folder.
 */
record StepRunner(
    ChildLauncher launcher,
    TierCommands commands,
    TierClient client,
    ResourceSampler sampler,
    Optional<HostProbe> probe,
    BestSpeed best,
    Optional<SecondSampler> seconds) {

  /** To start a JVM, to connect, and to write the results on a busy host. */
  private static final double MARGIN_SECONDS = 30;

  /** What the generator writes to standard error, in the folder of the step. */
  static final String LOG = "loadgen.log";

  private static final int LOG_LINES = 5;
  private static final long LEAST_SPACE = 1 << 20;

  /** Measures one step. */
  JudgedStep measure(
      Plan.Trial trial, RunFolder.Step step, TestBed testBed, Optional<Warmup.Run> warmup)
      throws StepFault, InterruptedException {
    HttpPlan plan = commands.plan();
    empty(step.path());
    List<HostSpeed.Reading> before = readHost();
    BoundaryRecorder boundaries =
        new BoundaryRecorder(
            sampler,
            client,
            plan.hasEcho() ? Optional.of(commands.echoUri()) : Optional.empty(),
            plan.pinning(),
            List.of(PhaseName.MEASURE, PhaseName.TRACE, PhaseName.PROFILE));
    Settling settling =
        new Settling(
            PhaseName.SETTLE,
            plan.windows().settleSeconds(),
            SteadyState.AT_LEVEL,
            () -> Settling.readingOfServer(sampler),
            // One that is only started for the window is read when the window opens.
            generator().isPresent() ? () -> {} : boundaries::readScheduling);
    LoadRun.Listener recorders =
        (loadgen, event) -> {
          settling.on(loadgen, event);
          boundaries.on(loadgen, event);
        };
    LoadResult load;
    Optional<Observed> observed;
    Optional<Profile> profile;
    try (AttachedWindows windows =
        AttachedWindows.over(
            plan,
            trial,
            step,
            testBed.needed(),
            sampler.hosts(),
            commands.descriptor(trial.subject()).roles())) {
      load =
          drive(
              trial,
              step,
              testBed,
              settling,
              windows,
              (loadgen, event) -> {
                windows.on(loadgen, event);
                recorders.on(loadgen, event);
                windows.afterBoundary(event);
                boundaries.afterBoundary(event);
              });
      observed = windows.finishTrace();
      profile = windows.profile().map(ProfileWindow::finish);
    }
    Tiers tiers =
        boundaries.tiers(
            plan.windows().settleSeconds() > 0
                ? Optional.of(settling.outcome())
                : Optional.empty());
    List<HostSpeed.Reading> after = readHost();
    Tiers withSpeed =
        probe
            .map(of -> tiers.with(new HostSpeed(of.cores(), before, after, Optional.empty())))
            .orElse(tiers);
    return judge(step, new HttpStep(load, withSpeed, observed, profile), testBed, warmup);
  }

  /** The generator of the windows, when it is not our own. */
  private Optional<LoadGenerator> generator() {
    return LoadGenerator.of(commands.plan().generator());
  }

  /** Settles and measures, all by our own generator or the windows by another. */
  private LoadResult drive(
      Plan.Trial trial,
      RunFolder.Step step,
      TestBed testBed,
      Settling settling,
      AttachedWindows windows,
      LoadRun.Listener listener)
      throws StepFault, InterruptedException {
    HttpPlan plan = commands.plan();
    WorkRequest request = testBed.work(trial);
    Load load = plan.load(step.parameters());
    Optional<LoadGenerator> other = generator();
    if (other.isEmpty()) {
      String phases = phases(plan, settling) + windows.phases();
      return sampler.hosts().generators().isEmpty()
          ? load(request, load, phases, step.path(), testBed, listener)
          : new GeneratorTeam(launcher, commands, testBed.needed(), sampler.hosts().generators())
              .drive(request, load, phases, step, bySecondToo(listener));
    }
    if (plan.windows().settleSeconds() > 0) {
      Path scratch = step.path().resolve(".settle");
      LoadResult unused = load(request, load, settling.plan(), scratch, testBed, settling);
      delete(scratch);
    }
    return new GeneratorRuns(other.get(), launcher, commands, client, sampler, testBed.needed())
        .drive(request, load, step, windows.inOrder(), listener);
  }

  /** Leaves the records, the values and the verdict in the folder. */
  private JudgedStep judge(
      RunFolder.Step step, HttpStep measured, TestBed testBed, Optional<Warmup.Run> warmup)
      throws StepFault {
    Measurements measurements = HttpMetrics.measure(measured, threads(step));
    HttpStep records = measured.against(best(measurements));
    RunJson.write(step.tiers(), records.tiers());
    RunJson.write(step.measurements(), measurements);
    Checks checks =
        Rules.check(
            new MeasuredStep(
                records,
                measurements,
                warmup,
                commands.plan().pinning(),
                commands.plan().hasEcho(),
                testBed.pools()),
            Limits.DEFAULT);
    RunJson.write(step.checks(), checks);
    return new JudgedStep(step, measurements, checks);
  }

  private List<HostSpeed.Reading> readHost() throws InterruptedException {
    return probe.isPresent() ? probe.get().read() : List.of();
  }

  /** How fast the host was at best until now; the end of the run judges by all of it. */
  private Optional<HostSpeed.Best> best(Measurements step) throws StepFault {
    try {
      Optional<HostSpeed.Best> earlier = best.find();
      return HostMetrics.speed(step).map(own -> earlier.map(of -> of.and(own)).orElse(own));
    } catch (IOException e) {
      throw new StepFault("cannot read back an earlier step: " + e.getMessage(), e);
    }
  }

  /** The sums over the threads; none when none were counted. */
  private static RoleCounts threads(RunFolder.Step step) throws StepFault {
    try {
      return RoleCounts.read(step);
    } catch (IOException e) {
      throw new StepFault("cannot read back what was counted: " + e.getMessage(), e);
    }
  }

  /** Puts load on a tier to warm it up, until that state or the cap. */
  Warmup.Stage warmUp(
      TestBed testBed, Path scratch, WorkRequest request, Tier tier, WarmUp.Load warmUp)
      throws StepFault, InterruptedException {
    empty(scratch);
    Settling settling =
        new Settling(
            PhaseName.WARM_UP,
            warmUp.capSeconds(),
            warmUp.until(),
            () -> sampler.reading(tier),
            () -> {});
    LoadResult unused =
        load(
            request,
            new Load.Closed(warmUp.concurrency()),
            settling.plan(),
            scratch,
            testBed,
            tier == Tier.ECHO ? asking(settling) : settling);
    delete(scratch);
    return new Warmup.Stage(
        tier,
        warmUp.concurrency(),
        sampler.cores(tier).map(CpuList::text),
        settling.steady(),
        settling.slices());
  }

  /**
   * Also asks the echo tier what it is asked at the boundaries of a window. A request of a kind
   * that its compiled code has not seen invalidates that code, and the first window would meet the
   * compilers.
   */
  private LoadRun.Listener asking(LoadRun.Listener listener) {
    return (loadgen, event) -> {
      listener.on(loadgen, event);
      if (event.isSecondOf(PhaseName.WARM_UP)) {
        boolean unusedReset = client.resetEcho(commands.echoUri());
        Optional<TierClient.EchoStats> unusedStats = client.echoStats(commands.echoUri());
      }
    };
  }

  private LoadResult load(
      WorkRequest request,
      Load model,
      String phases,
      Path folder,
      TestBed testBed,
      LoadRun.Listener listener)
      throws StepFault, InterruptedException {
    Path log = folder.resolve(LOG);
    ChildCommand command =
        commands.loadgen(commands.loadgenOptions(request, model, phases), folder, log);
    new LoadRun(launcher, command, testBed.needed(), limit(phases), TierCommands.SOME_FAILED)
        .run(bySecondToo(listener));
    Path result = folder.resolve(RunFolder.LOAD);
    try {
      return RunJson.read(result, LoadResult.class);
    } catch (IOException e) {
      throw new StepFault(
          "loadgen left no result (" + e.getMessage() + ")" + space(folder) + logEnd(log), e);
    }
  }

  /** The seconds are told last. */
  private LoadRun.Listener bySecondToo(LoadRun.Listener listener) {
    return (loadgen, event) -> {
      listener.on(loadgen, event);
      if (seconds.isPresent()) {
        seconds.get().on(loadgen, event);
      }
    };
  }

  private static String space(Path folder) {
    try {
      long left = Files.getFileStore(folder).getUsableSpace();
      return left < LEAST_SPACE ? "; the disk is full, " + left + " bytes left" : "";
    } catch (IOException e) {
      return "; the space left is not known: " + e.getMessage();
    }
  }

  private static String logEnd(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return "; its log ends:\n  "
          + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException e) {
      return "; its log cannot be read either";
    }
  }

  private static String phases(HttpPlan plan, Settling settling) {
    String measured =
        PhaseName.MEASURE.id() + "=" + Durations.typed(plan.windows().measureSeconds());
    return plan.windows().settleSeconds() > 0 ? settling.plan() + "," + measured : measured;
  }

  /** How long a generator may take for those phases. */
  static Duration limit(String phases) {
    double load =
        Stream.of(phases.split(",", -1))
            .map(phase -> phase.substring(phase.indexOf('=') + 1).replace(Settling.HOLD, ""))
            .mapToDouble(Durations::parse)
            .sum();
    return Durations.duration(limitSeconds(load));
  }

  /** How long a generator may take for a load of that length. */
  static double limitSeconds(double loadSeconds) {
    return loadSeconds + TierCommands.REQUEST_TIMEOUT_SECONDS + MARGIN_SECONDS;
  }

  private static void empty(Path folder) throws StepFault {
    try {
      FolderTree.makeEmpty(folder);
    } catch (IOException e) {
      throw new StepFault("cannot make " + folder + " new: " + e.getMessage(), e);
    }
  }

  private static void delete(Path folder) throws StepFault {
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new StepFault("cannot empty " + folder + ": " + e.getMessage(), e);
    }
  }
}
