package dev.tierbench.sweep.trial;

import dev.tierbench.run.Checks;
import dev.tierbench.run.Limits;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.MeasuredStep;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.ValidityRules;
import dev.tierbench.run.Warmup;
import dev.tierbench.sweep.plan.Seconds;
import dev.tierbench.sweep.tier.ChildCommand;
import dev.tierbench.sweep.tier.Launcher;
import dev.tierbench.sweep.tier.TierClient;
import dev.tierbench.sweep.tier.TierCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts load on a rig that is up, and leaves what was measured and the verdict in the folder. */
record StepRunner(Launcher launcher, TierCommands commands, TierClient client, Watch watch) {

  /** To start a JVM, to connect, and to write the results on a busy host. */
  private static final double MARGIN_SECONDS = 30;

  private static final int LOG_LINES = 5;
  private static final long LEAST_SPACE = 1 << 20;

  /** A share of a burst that goes by before its throughput counts. */
  private static final double BURST_SETTLE = 0.2;

  /** Measures one step. */
  Checks measure(Plan.Trial trial, RunFolder.Step step, Rig rig, Optional<Warmup.Run> warmup)
      throws StepFault, InterruptedException {
    Plan plan = commands.plan();
    empty(step.path());
    EdgeRecorder edges =
        new EdgeRecorder(
            watch, client, commands.echoUri(), List.of(MeasuredStep.SCORED, MeasuredStep.COUNTED));
    String phases = phases(plan.settleSeconds(), plan.cleanSeconds());
    LoadResult load;
    Optional<Observed> observed = Optional.empty();
    if (plan.observe().isPresent()) {
      try (CountedWindow window = CountedWindow.over(plan.observe().get(), step, rig.needed())) {
        load =
            load(
                trial,
                step.level(),
                phases + window.phases(),
                step.path(),
                rig,
                (loadgen, event) -> {
                  window.on(loadgen, event);
                  edges.on(loadgen, event);
                  window.afterEdges(event);
                });
        observed = Optional.of(window.finish());
      }
    } else {
      load = load(trial, step.level(), phases, step.path(), rig, edges);
    }
    Tiers tiers = edges.tiers();
    RunJson.write(step.tiers(), tiers);
    Checks checks =
        ValidityRules.check(new MeasuredStep(load, tiers, warmup, observed), Limits.DEFAULT);
    RunJson.write(step.checks(), checks);
    return checks;
  }

  /** Puts load on the server once, to warm it up. */
  Warmup.Burst burst(Plan.Trial trial, Rig rig, Path scratch, double seconds)
      throws StepFault, InterruptedException {
    empty(scratch);
    double settle = seconds * BURST_SETTLE;
    Optional<Long> before = rig.serverJitNs();
    LoadResult load =
        load(
            trial,
            commands.plan().warmup().concurrency(),
            phases(settle, seconds - settle),
            scratch,
            rig,
            (loadgen, event) -> {});
    Optional<Double> jitShare =
        rig.serverJitNs().flatMap(after -> before.map(b -> (after - b) / 1e9 / seconds));
    LoadResult.Phase clean =
        load.phase(MeasuredStep.SCORED)
            .orElseThrow(() -> new StepFault("loadgen did not finish the burst"));
    delete(scratch);
    return new Warmup.Burst(seconds, clean.throughputRps(), clean.failed().total(), jitShare);
  }

  private LoadResult load(
      Plan.Trial trial,
      int concurrency,
      String phases,
      Path folder,
      Rig rig,
      LoadRun.Listener listener)
      throws StepFault, InterruptedException {
    Path log = folder.resolve("loadgen.log");
    ChildCommand command = commands.loadgen(trial.server(), concurrency, phases, folder, log);
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

  private static String phases(double settle, double clean) {
    String scored = MeasuredStep.SCORED + "=" + Seconds.typed(clean);
    return settle > 0 ? "settle=" + Seconds.typed(settle) + "," + scored : scored;
  }

  private static Duration limit(String phases) {
    double load =
        Stream.of(phases.split(",", -1))
            .map(phase -> phase.substring(phase.indexOf('=') + 1).replace(CountedWindow.HOLD, ""))
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
