package dev.tierbench.report.folder;

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

  Step read(String trial, String server, Path path, int level) throws IOException {
    RunFolder.Step folder = new RunFolder.Step(path, level);
    Optional<LoadResult> load = json.read(folder.load(), LoadResult.class, LoadResult.SCHEMA);
    Optional<Tiers> tiers = json.read(folder.tiers(), Tiers.class, Tiers.SCHEMA);
    Optional<Checks> checks = json.read(folder.checks(), Checks.class, Checks.SCHEMA);
    boolean damaged =
        isDamaged(folder.load(), load)
            || isDamaged(folder.tiers(), tiers)
            || isDamaged(folder.checks(), checks);
    Optional<Observed> observed = json.read(folder.observation(), Observed.class, Observed.SCHEMA);
    return new Step(
        trial,
        server,
        level,
        load,
        tiers,
        checks,
        observed,
        Threads.NONE,
        List.of(),
        damaged,
        files(path));
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
