package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.window.SecondSampler;
import dev.tierbench.harness.http.window.WindowTurns;
import dev.tierbench.harness.run.Defect;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.IoAction;
import dev.tierbench.run.IoSupplier;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A server of a sweep on its fresh, warm JVM, and the steps that are measured on it. */
final class ServerBench {

  /** Why a JVM is fresh in the middle of a trial. */
  private static final String RESTARTED = "tier restarted after a fault";

  private static final int START_TRIES = 2;

  private final RunFolder folder;
  private final TierCommands commands;
  private final HttpPlan plan;
  private final Progress progress;
  private final BackendBed backend;
  private final TestBed testBed;
  private final StepRunner steps;
  private final Optional<SecondSampler> seconds;
  private Plan.Trial trial;

  /** Why the next JVM of the trial is fresh. */
  private String reason = "";

  private int failedStarts;

  /** False from a fresh JVM to the end of its warm-up, which a fault may have cut short. */
  private boolean warm;

  /** The first part of a warm-up that is not at its end. */
  private Optional<Warmup.Run> below = Optional.empty();

  /**
   * A bench without a server yet.
   *
   * @param seconds samples the tiers once a second; empty unless somebody watches
   */
  ServerBench(
      RunFolder folder,
      Progress progress,
      BackendBed backend,
      TestBed testBed,
      StepRunner steps,
      Optional<SecondSampler> seconds) {
    this.folder = folder;
    this.commands = steps.commands();
    this.plan = commands.plan();
    this.progress = progress;
    this.backend = backend;
    this.testBed = testBed;
    this.steps = steps;
    this.seconds = seconds;
  }

  /** Begins a trial, on a fresh JVM. */
  void begin(Plan.Trial next) {
    trial = next;
    failedStarts = 0;
    reason = Files.exists(files().warmup()) ? "trial resumed" : "trial started";
  }

  /** Ends the server, and with it the trial. */
  void end() throws InterruptedException {
    testBed.endServer();
  }

  /** The trial under way. */
  Plan.Trial trial() {
    return trial;
  }

  private RunFolder.Trial files() {
    return folder.trial(trial.name());
  }

  /** A part of a step that was carried out, or the verdict of a step that cannot be measured. */
  record Outcome<T>(Optional<T> done, Optional<JudgedStep> fault) {}

  private <T> Outcome<T> attempt(Parameters cell, IoSupplier<T> part) throws InterruptedException {
    RunFolder.Step step = files().step(cell);
    try {
      return new Outcome<>(Optional.of(part.get()), Optional.empty());
    } catch (IOException | UncheckedIOException e) {
      reason = RESTARTED;
      return new Outcome<>(Optional.empty(), Optional.of(fault(step, e.getMessage())));
    } catch (RuntimeException | Error e) {
      reason = RESTARTED;
      return new Outcome<>(Optional.empty(), Optional.of(defect(step, e)));
    }
  }

  private Optional<JudgedStep> faultOf(Parameters cell, IoAction action)
      throws InterruptedException {
    return attempt(
            cell,
            () -> {
              action.run();
              return cell;
            })
        .fault();
  }

  /** Whether the next step needs no start and no warm-up. */
  boolean isReady() {
    return warm && testBed.isUp();
  }

  /** Starts what does not run; the fault, if any. What times its work needs an idle host. */
  Optional<JudgedStep> start(Parameters cell) throws InterruptedException {
    return faultOf(cell, this::start);
  }

  /** Warms up below saturation what is not warm, beside others of the round; the fault, if any. */
  Optional<JudgedStep> warmBelow(Parameters cell) throws InterruptedException {
    return faultOf(cell, this::warmBelow);
  }

  /** Ends the warm-up of a server that was started, with no load on others; the fault, if any. */
  Optional<JudgedStep> warmUp(Parameters cell) throws InterruptedException {
    return faultOf(cell, () -> warmUpToLevel(cell));
  }

  private Outcome<Warmup> prepared(Parameters cell) throws InterruptedException {
    return attempt(
        cell,
        () -> {
          start();
          warmBelow();
          return warmUpToLevel(cell);
        });
  }

  /** Measures a step with no other server beside it; a fault or a defect is its verdict. */
  JudgedStep step(Parameters cell) throws InterruptedException {
    if (!isReady()) {
      DurationEstimate estimate = new DurationEstimate(plan);
      progress.begins(
          trial.name() + " warm-up",
          estimate.preparation() + (backend.isCold() ? estimate.echoPreparation() : 0));
    }
    Outcome<Warmup> warm = prepared(cell);
    if (warm.fault().isPresent()) {
      return warm.fault().get();
    }
    progress.begins(trial.name() + " at " + cell.label(), new DurationEstimate(plan).step());
    Optional<Warmup.Run> run = warm.done().orElseThrow().before(cell);
    return judged(attempt(cell, () -> steps.measure(trial, files().step(cell), testBed, run)));
  }

  private static JudgedStep judged(Outcome<JudgedStep> outcome) {
    return outcome.done().or(outcome::fault).orElseThrow();
  }

  /** Drives the load of a step in turns with other servers of its round. */
  Outcome<StepRunner.Driven> drive(Parameters cell, WindowTurns turns) throws InterruptedException {
    try {
      return attempt(
          cell, () -> steps.drive(trial, files().step(cell), testBed, Optional.of(turns)));
    } finally {
      turns.leave(trial.subject());
    }
  }

  /** Judges a step whose load is over. */
  JudgedStep judge(Parameters cell, StepRunner.Driven driven, Optional<HostSpeed> speed)
      throws InterruptedException {
    return judged(
        attempt(
            cell,
            () -> steps.judge(files().step(cell), driven, speed, testBed, warmup().before(cell))));
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

  private void start() throws IOException, InterruptedException {
    if (failedStarts >= START_TRIES) {
      throw new StepFault("not tried: tiers were not ready " + failedStarts + " times before");
    }
    if (!isReady()) {
      seconds.ifPresent(sampler -> sampler.begins(trial.name(), "warm-up"));
      if (reason.equals(RESTARTED)) {
        progress.adds(new DurationEstimate(plan).preparation());
      }
    }
    failedStarts++;
    warm = !testBed.ensure(trial) && warm;
    below = Optional.empty();
  }

  private void warmBelow() throws IOException, InterruptedException {
    if (!warm) {
      below = Optional.of(warmer().below(reason, tiers()));
    }
  }

  private Warmup warmUpToLevel(Parameters cell) throws IOException, InterruptedException {
    if (below.isPresent()) {
      Warmup.Run run = warmer().atLevel(below.get(), tiers());
      RunJson.write(files().warmup(), warmup().with(run));
      progress.say(trial.name() + " warm-up: " + run.outcome());
      below = Optional.empty();
      warm = true;
    }
    failedStarts = 0;
    reason = RESTARTED;
    Warmup warmup = warmup().usedFor(cell);
    RunJson.write(files().warmup(), warmup);
    seconds.ifPresent(sampler -> sampler.begins(trial.name(), cell.label()));
    return warmup;
  }

  private ServerWarmer warmer() {
    return new ServerWarmer(
        plan.warmup(),
        plan.topLevel(),
        plan.delay(),
        testBed.pooledWork().map(PooledWork::throughput));
  }

  private ServerWarmer.Tiers tiers() {
    Path scratch = files().warmupScratch();
    return new ServerWarmer.Tiers() {
      @Override
      public Optional<Warmup.Stage> echo(ServerWarmer.Load load)
          throws IOException, InterruptedException {
        return backend.warmed(
            () -> steps.warmUp(testBed, scratch, commands.requests().echoWork(), Tier.ECHO, load));
      }

      @Override
      public Warmup.Stage below(ServerWarmer.Load load) throws IOException, InterruptedException {
        return steps.warmUp(testBed, scratch, testBed.warmupWork(trial), Tier.SERVER, load);
      }

      @Override
      public Warmup.Stage atLevel(ServerWarmer.Load load) throws IOException, InterruptedException {
        return steps.warmUp(testBed, scratch, testBed.work(trial), Tier.SERVER, load);
      }

      @Override
      public void holdServer() throws IOException, InterruptedException {
        testBed.holdServer();
      }
    };
  }

  private Warmup warmup() throws IOException {
    return Files.exists(files().warmup())
        ? RunJson.read(files().warmup(), Warmup.class)
        : Warmup.none();
  }

  private JudgedStep fault(RunFolder.Step step, String what) {
    JudgedStep fault = JudgedStep.fault(step, commands.secrets().redactor().masked(what));
    try {
      return fault.written();
    } catch (UncheckedIOException e) {
      progress.say("the fault could not be noted in the run folder: " + e.getMessage());
      return fault;
    }
  }
}
