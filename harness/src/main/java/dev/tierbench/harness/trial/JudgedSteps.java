package dev.tierbench.harness.trial;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The steps of a trial that are in its folder: those of a search too, which no plan names. */
public final class JudgedSteps {
  private JudgedSteps() {}

  /**
   * Those that have a verdict, by name.
   *
   * @throws IOException when the folder cannot be read
   */
  public static List<RunFolder.Step> of(RunFolder.Trial trial) throws IOException {
    if (!Files.isDirectory(trial.steps())) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(trial.steps())) {
      return folders
          .sorted()
          .flatMap(folder ->
              Parameters.ofFolder(folder.getFileName().toString()).stream()
                  .map(cell -> new RunFolder.Step(folder, cell)))
          .filter(step -> Files.exists(step.checks()))
          .toList();
    }
  }
}
