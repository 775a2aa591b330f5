package dev.tierbench.report.folder;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.Cell;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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

  Step read(RunFolder.Trial trial, String subject, RunFolder.Step folder) throws IOException {
    Optional<Checks> checks = json.read(folder.checks(), Checks.class, Checks.SCHEMA);
    Optional<Measurements> measurements =
        json.read(folder.measurements(), Measurements.class, Measurements.SCHEMA);
    Optional<Observation> observed =
        json.read(folder.observation(), Observation.class, Observation.SCHEMA);
    StepRecords records =
        RunFile.exists(folder.work())
            ? new StepRecords.Suite(json.read(folder.work(), Work.class, Work.SCHEMA), observed)
            : new StepRecords.Http(
                json.read(folder.load(), LoadResult.class, LoadResult.SCHEMA),
                json.read(folder.tiers(), Tiers.class, Tiers.SCHEMA),
                observed,
                json.read(folder.profile(), Profile.class, Profile.SCHEMA));
    boolean damaged =
        isDamaged(folder, records)
            || isDamaged(folder.measurements(), measurements)
            || isDamaged(folder.checks(), checks);
    return new Step(
        trial.name(),
        new Cell(subject, folder.parameters()),
        measurements.orElseGet(Measurements::none),
        checks,
        records,
        Step.Evidence.NONE,
        damaged,
        files(folder.path()),
        trial.round());
  }

  private static boolean isDamaged(RunFolder.Step folder, StepRecords records) {
    return switch (records) {
      case StepRecords.Http http ->
          isDamaged(folder.load(), http.load()) || isDamaged(folder.tiers(), http.tiers());
      case StepRecords.Suite suite -> isDamaged(folder.work(), suite.work());
    };
  }

  private static boolean isDamaged(Path file, Optional<?> content) {
    return RunFile.exists(file) && content.isEmpty();
  }

  private List<String> files(Path step) throws IOException {
    try (Stream<Path> files = Files.walk(step, FOLDERS_DEEP)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
