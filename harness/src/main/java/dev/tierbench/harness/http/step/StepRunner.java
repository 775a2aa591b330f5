package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.TierClient;
import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.trial.Seconds;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.rules.ValidityRules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Warmup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts load on a rig that is up, and leaves what was measured and the verdict in the folder. */
record StepRunner(
    ChildLauncher launcher, TierCommands commands, TierClient client, ResourceSampler sampler) {

  /** To start a JVM, to connect, and to write the results on a busy host. */
  private static final double MARGIN_SECONDS = 30;

  private static final int LOG_LINES = 5;
  private static final long LEAST_SPACE = 1 << 20;

  private static final String SERVER = "server";
  private static final String SETTLE = "settle";

  /** The only phase of a load that warms up. */
  private static final String WARM_UP = "warm-up";

  /** Measures one step. */
  Checks measure(Plan.Trial trial, RunFolder.Step step, Rig rig, Optional<Warmup.Run> warmup)
      throws StepFault, InterruptedException {
    Plan plan = commands.plan();
    empty(step.path());
    EdgeRecorder edges =
        new EdgeRecorder(
            sampler,
            client,
            commands.echoUri(),
            plan.pinning(),
            List.of(MeasuredStep.SCORED, MeasuredStep.COUNTED));
    Settling settling =
        new Settling(
            SETTLE,
            plan.settleSeconds(),
            SteadyState.AT_LEVEL,
            () -> Settling.reading(sampler, SERVER),
            edges::readScheduling);
    String phases = phases(plan, settling);
    LoadRun.Listener recorders =
        (loadgen, event) -> {
          settling.on(loadgen, event);
          edges.on(loadgen, event);
        };
    LoadResult load;
    Optional<Observed> observed = Optional.empty();
    if (plan.observe().isPresent()) {
      try (CountedWindow window = CountedWindow.over(plan.observe().get(), step, rig.needed())) {
        load =
            load(
                commands.workUri(trial.server()),
                step.level(),
                phases + window.phases(),
                step.path(),
                rig,
                (loadgen, event) -> {
                  window.on(loadgen, event);
                  recorders.on(loadgen, event);
                  window.afterEdges(event);
                  edges.afterEdges(event);
                });
        observed = Optional.of(window.finish());
      }
    } else {
      load =
          load(
              commands.workUri(trial.server()),
              step.level(),
              phases,
              step.path(),
              rig,
              (loadgen, event) -> {
                recorders.on(loadgen, event);
                edges.afterEdges(event);
              });
    }
    Tiers tiers =
        edges.tiers(plan.settleSeconds() > 0 ? Optional.of(settling.outcome()) : Optional.empty());
    RunJson.write(step.tiers(), tiers);
    Checks checks =
        ValidityRules.check(
            new MeasuredStep(load, tiers, warmup, observed, plan.pinning()), Limits.DEFAULT);
    RunJson.write(step.checks(), checks);
    return checks;
  }

  /**
   * Puts load on a tier to warm it up, until that state or the cap.
   *
   * @param tier {@code server} or {@code echo}
   */
  Warmup.Stage warmUp(Rig rig, Path scratch, URI target, String tier, WarmUp.Load warmUp)
      throws StepFault, InterruptedException {
    empty(scratch);
    Settling settling =
        new Settling(
            WARM_UP,
            warmUp.capSeconds(),
            warmUp.until(),
            () -> Settling.reading(sampler, tier),
            () -> {});
    LoadResult unused = load(target, warmUp.concurrency(), settling.plan(), scratch, rig, settling);
    delete(scratch);
    return new Warmup.Stage(
        tier,
        warmUp.concurrency(),
        sampler.cores(tier).map(CpuList::text),
        settling.steady(),
        settling.slices());
  }

  private LoadResult load(
      URI target, int concurrency, String phases, Path folder, Rig rig, LoadRun.Listener listener)
      throws StepFault, InterruptedException {
    Path log = folder.resolve("loadgen.log");
    ChildCommand command = commands.loadgen(target, concurrency, phases, folder, log);
    new LoadRun(launcher, command, rig.needed(), limit(phases)).run(listener);
    Path result = folder.resolve("load.json");
    try {
      return RunJson.read(result, LoadResult.class);
    } catch (IOException e) {
      throw new StepFault(
          "loadgen left no result (" + e.getMessage() + ")" + space(folder) + logEnd(log), e);
    }
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

  private static String phases(Plan plan, Settling settling) {
    String scored = MeasuredStep.SCORED + "=" + Seconds.typed(plan.cleanSeconds());
    return plan.settleSeconds() > 0 ? settling.plan() + "," + scored : scored;
  }

  private static Duration limit(String phases) {
    double load =
        Stream.of(phases.split(",", -1))
            .map(phase -> phase.substring(phase.indexOf('=') + 1).replace(Settling.HOLD, ""))
            .mapToDouble(Seconds::parse)
            .sum();
    return Seconds.duration(load + TierCommands.REQUEST_TIMEOUT_SECONDS + MARGIN_SECONDS);
  }

  /** What an earlier try of the step left would pass for what this one measured. */
  private static void empty(Path folder) throws StepFault {
    delete(folder);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new StepFault("cannot write to " + folder + ": " + e.getMessage(), e);
    }
  }

  private static void delete(Path folder) throws StepFault {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new StepFault("cannot empty " + folder + ": " + e.getMessage(), e);
    }
  }
}
