package dev.tierbench.report;

import java.nio.file.Path;
import java.util.List;

/** Run folders with every file that a run can have. */
public final class GeneratedRuns {
  private GeneratedRuns() {}

  /** A sweep and a run of a suite. */
  public static List<Path> ofEachKind(Path folder) {
    return List.of(
        RunGenerator.profiled().write(folder.resolve("sweep")),
        new SuiteGenerator().write(folder.resolve("suite")));
  }
}
