package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.drive.LoadDriver;
import dev.tierbench.harness.http.drive.OwnDriver;
import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.http.window.SecondSampler;
import dev.tierbench.harness.run.BestSpeed;
import dev.tierbench.harness.run.Defect;
import dev.tierbench.harness.run.JudgedStep;
import dev.tierbench.harness.run.NoisySteps;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.tier.TierClient;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs trials: a fault ends the step that it hit, the next step finds fresh, warm tiers. */
public final class TrialRunner {

  private static final int START_TRIES = 2;
  private static final String RESTARTED = "tier restarted after a fault";

  private final RunFolder folder;
  private final TierCommands commands;
  private final HttpPlan plan;
  private final Progress progress;
  private final TestBed testBed;
  private final StepRunner steps;
  private final BestSpeed best;
  private final Optional<SecondSampler> seconds;
  private int failedStarts;

  /** False from a fresh JVM to the end of its warm-up, which a fault may have cut short. */
  private boolean warm;

  /** The same of the echo tier, which outlives a trial. */
  private boolean echoWarm;

  public TrialRunner(
      RunFolder folder,
      ChildLauncher processes,
      TierLauncher launcher,
      TierCommands commands,
      MeasuredHosts hosts,
      Optional<HostProbe> probe,
      Progress progress) {
    this.folder = folder;
    this.commands = commands;
    this.plan = commands.plan();
    this.progress = progress;
    TierClient client = new TierClient();
    ResourceSampler sampler = new ResourceSampler(hosts);
    this.testBed = new TestBed(launcher, commands, client, sampler, folder);
    this.best = new BestSpeed(folder, plan);
    this.seconds =
        progress.wantsSeconds()
            ? Optional.of(new SecondSampler(sampler, progress::second))
            : Optional.empty();
    OwnDriver own = new OwnDriver(processes, commands, seconds);
    this.steps =
        new StepRunner(own, LoadDriver.of(own, client, sampler), client, sampler, probe, best);
  }

  /**
   * Runs those steps of a trial on a fresh JVM, reporting each step's verdict as it is known.
   *
   * @param cells one after another; which one is next may follow from those before
   */
  public void run(Plan.Trial trial, Iterator<Parameters> cells, Consumer<JudgedStep> verdicts)
      throws InterruptedException {
    RunFolder.Trial files = folder.trial(trial.name());
    failedStarts = 0;
    String reason = Files.exists(files.warmup()) ? "trial resumed" : "trial started";
    while (cells.hasNext()) {
      verdicts.accept(step(trial, cells.next(), reason));
      reason = RESTARTED;
    }
    repeatNoisy(trial, reason, verdicts);
    testBed.endServer();
  }

  /**
   * At the end of the trial, on the JVM of the first try. The first steps are judged once more: a
   * faster host was found after them.
   */
  private void repeatNoisy(Plan.Trial trial, String begun, Consumer<JudgedStep> verdicts)
      throws InterruptedException {
    String reason = begun;
    NoisySteps noisy = NoisySteps.of(folder, plan, trial);
    try {
      best.judgeAgain();
      for (Optional<Parameters> cell = noisy.dropNext();
          cell.isPresent();
          cell = noisy.dropNext()) {
        progress.adds(new DurationEstimate(plan).step());
        progress.say(
            String.format(
                "%s at %s: the host was noisy, measured again (%d of at most %d)",
                trial.name(), cell.get().label(), noisy.dropped(), noisy.most()));
        verdicts.accept(step(trial, cell.get(), reason));
        reason = RESTARTED;
      }
    } catch (IOException | UncheckedIOException e) {
      progress.say(trial.name() + ": no noisy step is measured again: " + e.getMessage());
    }
  }

  private JudgedStep step(Plan.Trial trial, Parameters cell, String reason)
      throws InterruptedException {
    RunFolder.Trial files = folder.trial(trial.name());
    try {
      prepare(trial, reason);
      Warmup warmup = warmup(files).usedFor(cell);
      RunJson.write(files.warmup(), warmup);
      seconds.ifPresent(sampler -> sampler.begins(trial.name(), cell.label()));
      progress.begins(trial.name() + " at " + cell.label(), new DurationEstimate(plan).step());
      return steps.measure(trial, files.step(cell), testBed, warmup.before(cell));
    } catch (IOException | UncheckedIOException e) {
      return fault(files.step(cell), e.getMessage());
    } catch (RuntimeException | Error e) {
      return defect(files.step(cell), e);
    }
  }

  /** Fresh tiers for the next step: nothing of this one is to reach it. */
  private JudgedStep defect(RunFolder.Step step, Throwable error) throws InterruptedException {
    JudgedStep fault = fault(step, Defect.noted(folder.root(), error));
    if (!Defect.isOfOneStep(error)) {
      throw (Error) error;
    }
    testBed.endServer();
    return fault;
  }

  private void prepare(Plan.Trial trial, String reason) throws IOException, InterruptedException {
    if (failedStarts >= START_TRIES) {
      throw new StepFault("not tried: tiers were not ready " + failedStarts + " times before");
    }
    if (!warm || !testBed.isUp()) {
      seconds.ifPresent(sampler -> sampler.begins(trial.name(), "warm-up"));
      DurationEstimate estimate = new DurationEstimate(plan);
      if (reason.equals(RESTARTED)) {
        progress.adds(estimate.preparation());
      }
      progress.begins(
          trial.name() + " warm-up",
          estimate.preparation() + (echoWarm ? 0 : estimate.echoPreparation()));
    }
    failedStarts++;
    TestBed.Fresh fresh = testBed.ensure(trial);
    warm = !fresh.any() && warm;
    echoWarm = !fresh.echo() && echoWarm;
    if (!warm) {
      warmUp(trial, reason);
      echoWarm = true;
      warm = true;
    }
    failedStarts = 0;
  }

  private void warmUp(Plan.Trial trial, String reason) throws IOException, InterruptedException {
    RunFolder.Trial files = folder.trial(trial.name());
    Warmup.Run run =
        new ServerWarmer(plan.warmup(), plan.topLevel())
            .run(reason, tiers(trial), plan.hasEcho() && !echoWarm);
    RunJson.write(files.warmup(), warmup(files).with(run));
    progress.say(trial.name() + " warm-up: " + run.outcome());
  }

  private ServerWarmer.Tiers tiers(Plan.Trial trial) {
    Path scratch = folder.trial(trial.name()).warmupScratch();
    return new ServerWarmer.Tiers() {
      @Override
      public Warmup.Stage load(Tier tier, ServerWarmer.Load load)
          throws IOException, InterruptedException {
        WorkRequest work = tier == Tier.ECHO ? commands.echoWork() : testBed.work(trial);
        return steps.warmUp(testBed, scratch, work, tier, load);
      }

      @Override
      public void holdServer() throws IOException, InterruptedException {
        testBed.holdServer();
      }
    };
  }

  private static Warmup warmup(RunFolder.Trial files) throws IOException {
    return Files.exists(files.warmup())
        ? RunJson.read(files.warmup(), Warmup.class)
        : Warmup.none();
  }

  private JudgedStep fault(RunFolder.Step step, String reason) {
    JudgedStep fault = JudgedStep.fault(step, commands.secrets().redactor().masked(reason));
    try {
      return fault.written();
    } catch (UncheckedIOException e) {
      progress.say("the fault could not be noted in the run folder: " + e.getMessage());
      return fault;
    }
  }
}
