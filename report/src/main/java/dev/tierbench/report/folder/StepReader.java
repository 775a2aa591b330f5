package dev.tierbench.report.folder;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Checks;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the records of one step. */
final class StepReader {

  private static final int FOLDERS_DEEP = 2;

  private final Path root;
  private final JsonFiles json;

  StepReader(Path root, JsonFiles json) {
    this.root = root;
    this.json = json;
  }

  Step read(String trial, String subject, RunFolder.Step folder) throws IOException {
    Optional<LoadResult> load = json.read(folder.load(), LoadResult.class, LoadResult.SCHEMA);
    Optional<Tiers> tiers = json.read(folder.tiers(), Tiers.class, Tiers.SCHEMA);
    Optional<Checks> checks = json.read(folder.checks(), Checks.class, Checks.SCHEMA);
    Optional<Measurements> measurements =
        json.read(folder.measurements(), Measurements.class, Measurements.SCHEMA);
    boolean damaged =
        isDamaged(folder.load(), load)
            || isDamaged(folder.tiers(), tiers)
            || isDamaged(folder.measurements(), measurements)
            || isDamaged(folder.checks(), checks);
    return new Step(
        trial,
        new Cell(subject, folder.parameters()),
        measurements.orElseGet(Measurements::none),
        checks,
        new HttpRecords(
            load, tiers, json.read(folder.observation(), Observed.class, Observed.SCHEMA)),
        Step.Evidence.NONE,
        damaged,
        files(folder.path()));
  }

  private static boolean isDamaged(Path file, Optional<?> content) {
    return Files.exists(file) && content.isEmpty();
  }

  private List<String> files(Path step) throws IOException {
    try (Stream<Path> files = Files.walk(step, FOLDERS_DEEP)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
