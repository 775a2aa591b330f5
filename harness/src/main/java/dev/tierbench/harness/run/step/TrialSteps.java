package dev.tierbench.harness.run.step;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which steps of a trial are in its folder. */
public final class TrialSteps {
  private TrialSteps() {}

  /**
   * The steps that have a verdict, by name: those of a search too, which no plan names.
   *
   * @throws IOException when the folder or the values of one cannot be read
   */
  public static List<JudgedStep> judged(RunFolder.Trial trial) throws IOException {
    List<JudgedStep> judged = new ArrayList<>();
    for (RunFolder.Step step : inFolder(trial)) {
      Optional<Checks> verdict = verdict(step);
      if (verdict.isPresent()) {
        judged.add(new JudgedStep(step, measurements(step), verdict.get()));
      }
    }
    return judged;
  }

  private static List<RunFolder.Step> inFolder(RunFolder.Trial trial) throws IOException {
    if (!Files.isDirectory(trial.steps())) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(trial.steps())) {
      return folders
          .sorted()
          .flatMap(folder ->
              Parameters.ofFolder(folder.getFileName().toString()).stream()
                  .map(cell -> new RunFolder.Step(folder, cell)))
          .toList();
    }
  }

  private static Measurements measurements(RunFolder.Step step) throws IOException {
    return Files.exists(step.measurements())
        ? RunJson.read(step.measurements(), Measurements.class)
        : Measurements.none();
  }

  /** Empty also of a file that was cut short: the step is measured again. */
  public static Optional<Checks> verdict(RunFolder.Step step) {
    try {
      return Files.exists(step.checks())
          ? Optional.of(RunJson.read(step.checks(), Checks.class))
          : Optional.empty();
    } catch (IOException cutShort) {
      return Optional.empty();
    }
  }

  /**
   * The cells of a trial that have no verdict, or that a fault ended, which a resumed run has left
   * to do. A step that a rule judged FAIL was measured and stays: to repeat it until it passes
   * would be to choose the result.
   */
  public static List<Parameters> missing(RunFolder.Trial trial, List<Parameters> cells) {
    return cells.stream()
        .filter(cell -> verdict(trial.step(cell)).filter(of -> !Rules.isFault(of)).isEmpty())
        .toList();
  }
}
