package dev.tierbench.harness.trial;

import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.HostSpeed;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How fast the host was at best, around the steps of a run that are there. Not thread-safe. */
public final class BestSpeed {

  private final RunFolder folder;
  private final Plan plan;

  /** By folder of a step, which is read once as long as it is there. */
  private final Map<Path, Optional<HostSpeed.Best>> known = new HashMap<>();

  public BestSpeed(RunFolder folder, Plan plan) {
    this.folder = folder;
    this.plan = plan;
  }

  /**
   * The least of each part; empty when no step was probed.
   *
   * @throws IOException when the values of a step cannot be read
   */
  public Optional<HostSpeed.Best> find() throws IOException {
    List<RunFolder.Step> steps = measured();
    known.keySet().retainAll(steps.stream().map(RunFolder.Step::path).toList());
    for (RunFolder.Step step : steps) {
      if (!known.containsKey(step.path())) {
        known.put(step.path(), HostMetrics.speed(measurements(step)));
      }
    }
    return known.values().stream().flatMap(Optional::stream).reduce(HostSpeed.Best::and);
  }

  /**
   * Judges every step by the best of the whole run, of which the first steps knew nothing yet.
   *
   * @throws IOException when a step cannot be read
   */
  public void judgeAgain() throws IOException {
    Optional<HostSpeed.Best> best = find();
    if (best.isEmpty()) {
      return;
    }
    for (RunFolder.Step step : measured()) {
      Checks before = RunJson.read(step.checks(), Checks.class);
      Checks now = Rules.against(best.get(), before, measurements(step), Limits.DEFAULT);
      if (!now.equals(before)) {
        RunJson.write(step.checks(), now);
      }
    }
  }

  private List<RunFolder.Step> measured() throws IOException {
    List<RunFolder.Step> steps = new ArrayList<>();
    for (Plan.Trial trial : plan.order()) {
      TrialSteps.judged(folder.trial(trial.name())).stream()
          .filter(step -> Files.exists(step.measurements()))
          .forEach(steps::add);
    }
    return steps;
  }

  private static Measurements measurements(RunFolder.Step step) throws IOException {
    return RunJson.read(step.measurements(), Measurements.class);
  }
}
