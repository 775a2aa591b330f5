package dev.tierbench.harness.trial;

import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.HostSpeed;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How fast the host was at best, around the steps of a run that are there. */
public record BestSpeed(RunFolder folder, Plan plan) {

  /**
   * The least of each part; empty when no step was probed.
   *
   * @throws IOException when the values of a step cannot be read
   */
  public Optional<HostSpeed.Best> find() throws IOException {
    List<HostSpeed.Best> all = new ArrayList<>();
    for (RunFolder.Step step : judged()) {
      HostMetrics.speed(measurements(step)).ifPresent(all::add);
    }
    return all.stream().reduce(HostSpeed.Best::and);
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
    for (RunFolder.Step step : judged()) {
      Checks before = RunJson.read(step.checks(), Checks.class);
      Checks now = Rules.against(best.get(), before, measurements(step), Limits.DEFAULT);
      if (!now.equals(before)) {
        RunJson.write(step.checks(), now);
      }
    }
  }

  /** Those of a search too, which no plan names. */
  private List<RunFolder.Step> judged() throws IOException {
    List<RunFolder.Step> steps = new ArrayList<>();
    for (Plan.Trial trial : plan.order()) {
      Path parent = folder.trial(trial.name()).steps();
      if (Files.exists(parent)) {
        try (Stream<Path> paths = Files.list(parent)) {
          paths.sorted().flatMap(BestSpeed::step).forEach(steps::add);
        }
      }
    }
    return steps;
  }

  private static Stream<RunFolder.Step> step(Path path) {
    return Parameters.ofFolder(path.getFileName().toString())
        .map(cell -> new RunFolder.Step(path, cell))
        .filter(step -> Files.exists(step.checks()) && Files.exists(step.measurements()))
        .stream();
  }

  private static Measurements measurements(RunFolder.Step step) throws IOException {
    return RunJson.read(step.measurements(), Measurements.class);
  }
}
