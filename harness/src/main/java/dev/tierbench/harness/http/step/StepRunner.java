package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.load.ArrivalSeeds;
import dev.tierbench.harness.http.load.LoadGenerator;
import dev.tierbench.harness.run.BestSpeed;
import dev.tierbench.harness.run.JudgedStep;
import dev.tierbench.harness.tier.TierClient;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.StepMetrics;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observed;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts load on a test bed that is up, and leaves what was measured and the verdict in the folder.
 */
record StepRunner(
    OwnGenerator own,
    TierClient client,
    ResourceSampler sampler,
    Optional<HostProbe> probe,
    BestSpeed best) {

  /** Measures one step. */
  JudgedStep measure(
      Plan.Trial trial, RunFolder.Step step, TestBed testBed, Optional<Warmup.Run> warmup)
      throws IOException, InterruptedException {
    HttpPlan plan = plan();
    StepFault.explained(
        "cannot make " + step.path() + " new", () -> FolderTree.makeEmpty(step.path()));
    List<HostSpeed.Reading> before = readHost();
    BoundaryRecorder boundaries =
        new BoundaryRecorder(
            sampler,
            client,
            plan.hasEcho() ? Optional.of(commands().echoUri()) : Optional.empty(),
            plan.pinning(),
            List.of(PhaseName.MEASURE, PhaseName.TRACE, PhaseName.PROFILE));
    Settling settling =
        new Settling(
            PhaseName.SETTLE,
            plan.windows().settleSeconds(),
            SteadyState.AT_LEVEL,
            () -> sampler.reading(Tier.SERVER).withCompilersOf(sampler.reading(Tier.ECHO).jitNs()),
            // One that is only started for the window is read when the window opens.
            generator().isPresent() ? () -> {} : boundaries::readScheduling);
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
            commands().descriptor(trial.subject()).roles())) {
      load =
          drive(
              trial,
              step,
              testBed,
              settling,
              windows,
              (loadgen, event) -> {
                windows.on(loadgen, event);
                settling.on(loadgen, event);
                boundaries.on(loadgen, event);
                windows.afterBoundary(event);
                boundaries.afterBoundary(event);
              });
      observed = windows.finishTrace();
      profile = windows.profile().map(ProfileWindow::finish);
    }
    List<HostSpeed.Reading> after = readHost();
    Tiers tiers =
        boundaries.tiers(
            plan.windows().settleSeconds() > 0 ? Optional.of(settling.outcome()) : Optional.empty(),
            probe.map(of -> new HostSpeed(of.cores(), before, after, Optional.empty())));
    return judge(step, new HttpStep(load, tiers, observed, profile), testBed, warmup);
  }

  private TierCommands commands() {
    return own.commands();
  }

  private HttpPlan plan() {
    return commands().plan();
  }

  /** The generator of the windows, when it is not our own. */
  private Optional<LoadGenerator> generator() {
    return LoadGenerator.of(plan().generator());
  }

  /** Settles and measures, all by our own generator or the windows by another. */
  private LoadResult drive(
      Plan.Trial trial,
      RunFolder.Step step,
      TestBed testBed,
      Settling settling,
      AttachedWindows windows,
      GeneratorProcess.Listener listener)
      throws IOException, InterruptedException {
    HttpPlan plan = plan();
    WorkRequest request = testBed.work(trial);
    Load load = plan.load(step.parameters());
    ArrivalSeeds seeds = new ArrivalSeeds(plan.round(trial), step.parameters());
    Optional<LoadGenerator> other = generator();
    if (other.isEmpty()) {
      List<LoadPhase> phases = new ArrayList<>();
      if (plan.windows().settleSeconds() > 0) {
        phases.add(settling.phase());
      }
      phases.add(new LoadPhase(PhaseName.MEASURE, false, plan.windows().measureSeconds()));
      phases.addAll(windows.phases());
      return sampler.hosts().generators().isEmpty()
          ? own.load(
              request, seeds.seeded(load, 1), phases, step.path(), testBed.needed(), listener)
          : new GeneratorTeam(
                  own.launcher(), commands(), testBed.needed(), sampler.hosts().generators())
              .drive(request, load, seeds, phases, step, own.bySecondToo(listener));
    }
    if (plan.windows().settleSeconds() > 0) {
      Path scratch = step.path().resolve(".settle");
      own.settle(request, load, settling, scratch, testBed.needed(), settling);
    }
    return new GeneratorRuns(
            other.get(), own.launcher(), commands(), client, sampler, testBed.needed())
        .drive(request, load, step, windows.inOrder(), listener);
  }

  /** Leaves the records, the values and the verdict in the folder. */
  private JudgedStep judge(
      RunFolder.Step step, HttpStep measured, TestBed testBed, Optional<Warmup.Run> warmup)
      throws IOException, InterruptedException {
    Measurements measurements =
        StepFault.explained(
            "cannot read back what was counted", () -> StepMetrics.measure(measured, step));
    HttpStep records = measured.against(best(measurements));
    RunJson.write(step.tiers(), records.tiers());
    RunJson.write(step.measurements(), measurements);
    Checks checks =
        Rules.check(
            new MeasuredStep(
                records, measurements, warmup, plan().pinning(), plan().hasEcho(), testBed.pools()),
            Limits.DEFAULT);
    RunJson.write(step.checks(), checks);
    return new JudgedStep(step, measurements, checks);
  }

  private List<HostSpeed.Reading> readHost() throws IOException, InterruptedException {
    return probe.isPresent() ? probe.get().read() : List.of();
  }

  /** How fast the host was at best until now; the end of the run judges by all of it. */
  private Optional<HostSpeed.Best> best(Measurements step)
      throws IOException, InterruptedException {
    Optional<HostSpeed.Best> earlier =
        StepFault.explained("cannot read back an earlier step", best::find);
    return HostMetrics.speed(step).map(own -> earlier.map(of -> of.and(own)).orElse(own));
  }

  /** Puts load on a tier to warm it up, until that state or the cap. */
  Warmup.Stage warmUp(
      TestBed testBed, Path scratch, WorkRequest request, Tier tier, WarmUp.Load warmUp)
      throws IOException, InterruptedException {
    Settling settling =
        new Settling(
            PhaseName.WARM_UP,
            warmUp.capSeconds(),
            warmUp.until(),
            () -> sampler.reading(tier),
            () -> {});
    own.settle(
        request,
        new Load.Closed(warmUp.concurrency()),
        settling,
        scratch,
        testBed.needed(),
        tier == Tier.ECHO ? asking(settling) : settling);
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
  private GeneratorProcess.Listener asking(GeneratorProcess.Listener listener) {
    return (loadgen, event) -> {
      listener.on(loadgen, event);
      if (event.isSecondOf(PhaseName.WARM_UP)) {
        boolean unusedReset = client.resetEcho(commands().echoUri());
        Optional<TierClient.EchoStats> unusedStats = client.echoStats(commands().echoUri());
      }
    };
  }
}
