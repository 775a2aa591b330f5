package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.drive.ArrivalSeeds;
import dev.tierbench.harness.http.drive.LoadDriver;
import dev.tierbench.harness.http.drive.LoadListener;
import dev.tierbench.harness.http.drive.LoadPhase;
import dev.tierbench.harness.http.drive.OwnDriver;
import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.http.drive.StepLoad;
import dev.tierbench.harness.http.drive.StepPhases;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.http.window.AttachedWindows;
import dev.tierbench.harness.http.window.BoundaryRecorder;
import dev.tierbench.harness.http.window.SettlePhase;
import dev.tierbench.harness.http.window.SteadyState;
import dev.tierbench.harness.http.window.WindowTurns;
import dev.tierbench.harness.http.window.Windows;
import dev.tierbench.harness.run.step.BestSpeed;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.RunningTier;
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
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.IoAction;
import dev.tierbench.run.Load;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.OverloadPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts load on a test bed that is up, and leaves what was measured and the verdict in the folder.
 *
 * @param backend the tier that servers call; empty when they call none
 */
record StepRunner(
    OwnDriver own,
    LoadDriver driver,
    Optional<Backend> backend,
    ResourceSampler sampler,
    Optional<HostProbe> probe,
    BestSpeed best) {

  /** The longest time that other servers have load before a server's turn. */
  private static final double LONGEST_PAUSE_SECONDS = 1_800;

  /**
   * What the load of a step left, before it is judged.
   *
   * @param tiers still without the speed of the host
   */
  record Driven(
      LoadResult load, Tiers tiers, Optional<Observation> observed, Optional<Profile> profile) {}

  /** Measures one step, with its server the only one that runs. */
  JudgedStep measure(
      Plan.Trial trial, RunFolder.Step step, TestBed testBed, Optional<Warmup.Run> warmup)
      throws IOException, InterruptedException {
    List<HostSpeed.Reading> before = HostProbe.read(probe);
    Driven driven = drive(trial, step, testBed, Optional.empty());
    List<HostSpeed.Reading> after = HostProbe.read(probe);
    return judge(step, driven, HostProbe.speed(probe, before, after), testBed, warmup);
  }

  /**
   * Drives the load of a step to its end.
   *
   * @param turns that its server waits for; empty when it has the host for itself
   */
  Driven drive(Plan.Trial trial, RunFolder.Step step, TestBed testBed, Optional<WindowTurns> turns)
      throws IOException, InterruptedException {
    HttpPlan plan = plan();
    StepFault.explained(
        "cannot make " + step.path() + " new", () -> FolderTree.makeEmpty(step.path()));
    BoundaryRecorder boundaries =
        new BoundaryRecorder(
            sampler,
            backend.map(tier -> tier.counter(trial.subject())),
            plan.pinning(),
            List.of(
                PhaseName.MEASURE,
                PhaseName.TRACE,
                PhaseName.PROFILE,
                PhaseName.OVERLOAD,
                PhaseName.RECOVERY));
    SettlePhase settling =
        new SettlePhase(
            PhaseName.SETTLE,
            plan.windows().settleSeconds(),
            SteadyState.AT_LEVEL,
            () -> sampler.reading(Tier.SERVER).withCompilersOf(sampler.reading(Tier.ECHO).jitNs()),
            // A generator that is only started for the window is read when the window opens.
            plan.generator() == GeneratorName.LOADGEN ? boundaries::readScheduling : () -> {});
    boolean settles = plan.windows().settleSeconds() > 0;
    try (AttachedWindows attached =
        AttachedWindows.over(
            plan,
            trial,
            step,
            testBed.needed(),
            sampler.hosts(),
            commands().descriptor(trial.subject()).roles())) {
      LoadResult load =
          driver.drive(
              new StepLoad(
                  testBed.work(trial),
                  plan.load(step.parameters()),
                  new ArrivalSeeds(plan.round(trial), step.parameters()),
                  step,
                  testBed.needed()),
              new StepPhases(
                  settles ? Optional.of(settling.phase()) : Optional.empty(),
                  new LoadPhase(PhaseName.MEASURE, false, measureSeconds(turns)),
                  attached.phases(),
                  overload(step.parameters()),
                  turns.map(this::turns)),
              Windows.of(
                  attached,
                  settling,
                  boundaries,
                  turns.map(all ->
                      onItsCores(
                          all.of(trial.subject()),
                          settling.phase().held() ? () -> {} : boundaries::readScheduling))));
      for (RunningTier tier : testBed.needed()) {
        Optional<String> lack = tier.lack();
        if (lack.isPresent()) {
          throw new StepFault(tier.name() + " lacked what it needs: " + lack.get());
        }
      }
      return new Driven(
          load,
          boundaries.tiers(settles ? Optional.of(settling.outcome()) : Optional.empty()),
          attached.finishTrace(),
          attached.finishProfile());
    }
  }

  /**
   * Moves a generator, which warmed itself up on all cores, to its own before its turns.
   *
   * @param then done once it is there, while no window is open
   */
  private LoadListener onItsCores(LoadListener turns, IoAction then) {
    Optional<CpuList> cores = plan().pinning().cores(Tier.LOADGEN);
    return (loadgen, event) -> {
      if (event.event() == LoadEvent.Type.CONNECTED) {
        if (cores.isPresent()) {
          sampler.hosts().of(Tier.LOADGEN).hold(loadgen.pid(), cores.get());
        }
        then.run();
      }
      turns.on(loadgen, event);
    };
  }

  /** More load than the server can answer, and then that of the measured window again. */
  private List<LoadPhase> overload(Parameters at) {
    return plan().overload().stream()
        .flatMap(overload ->
            at.number(Parameters.OVERLOAD).stream()
                .flatMap(percent ->
                    Stream.of(
                        new LoadPhase(
                            PhaseName.OVERLOAD,
                            false,
                            overload.seconds(),
                            OverloadPlan.pace(percent)),
                        new LoadPhase(PhaseName.RECOVERY, false, overload.recoverySeconds()))))
        .toList();
  }

  private double measureSeconds(Optional<WindowTurns> turns) {
    HttpPlan.Windows windows = plan().windows();
    return turns.map(of -> of.windows() * windows.windowSeconds()).orElse(windows.measureSeconds());
  }

  private StepPhases.Turns turns(WindowTurns turns) {
    RoundPlan rounds = plan().windows().rounds().orElseThrow();
    return new StepPhases.Turns(
        LoadPhase.pause(LONGEST_PAUSE_SECONDS),
        new LoadPhase(PhaseName.LEAD_IN, false, rounds.leadInSeconds()),
        turns.windows());
  }

  TierCommands commands() {
    return own.commands();
  }

  private HttpPlan plan() {
    return commands().plan();
  }

  /**
   * Leaves the records, the values and the verdict in the folder.
   *
   * @param speed of the host around the load; empty when it was not probed
   */
  JudgedStep judge(
      RunFolder.Step step,
      Driven driven,
      Optional<HostSpeed> speed,
      TestBed testBed,
      Optional<Warmup.Run> warmup)
      throws IOException, InterruptedException {
    HttpStep measured =
        new HttpStep(
            driven.load(),
            driven.tiers().withHostSpeed(speed),
            driven.observed(),
            driven.profile());
    Measurements measurements =
        StepFault.explained(
            "cannot read back what was counted", () -> StepMetrics.measure(measured, step));
    HttpStep records = measured.against(best(measurements));
    RunJson.write(step.tiers(), records.tiers());
    RunJson.write(step.measurements(), measurements);
    Checks checks =
        Rules.check(
            new MeasuredStep(
                records, measurements, warmup, plan().pinning(), plan().backend(), testBed.pools()),
            Limits.DEFAULT);
    RunJson.write(step.checks(), checks);
    return new JudgedStep(step, measurements, checks);
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
      TestBed testBed, Path scratch, WorkRequest request, Tier tier, ServerWarmer.Load warmUp)
      throws IOException, InterruptedException {
    SettlePhase settling =
        new SettlePhase(
            PhaseName.WARM_UP,
            warmUp.capSeconds(),
            warmUp.until(),
            () -> sampler.reading(tier),
            () -> {});
    own.settle(
        request,
        new Load.Closed(warmUp.concurrency()),
        settling.phase(),
        scratch,
        testBed.needed(),
        tier == Tier.ECHO ? asking(settling) : settling);
    return new Warmup.Stage(
        tier,
        warmUp.concurrency(),
        Optional.ofNullable(request.target().getRawQuery()),
        sampler.cores(tier).map(CpuList::text),
        settling.steady(),
        settling.slices());
  }

  /**
   * A listener that also asks the echo tier what it is asked at the boundaries of a window. A
   * request of a kind that its compiled code has not seen invalidates that code, and the first
   * window would meet the compilers.
   */
  private LoadListener asking(LoadListener listener) {
    Backend.Counter counter = backend.orElseThrow().counter("");
    return (loadgen, event) -> {
      listener.on(loadgen, event);
      if (event.isSecondOf(PhaseName.WARM_UP)) {
        counter.begin();
        counter.end(0);
      }
    };
  }
}
