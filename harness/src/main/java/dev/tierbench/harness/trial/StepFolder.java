package dev.tierbench.harness.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The folder that one try of a step writes to. */
public final class StepFolder {

  private StepFolder() {}

  /** Makes it new: what an earlier try left would pass for what this one measured. */
  public static void empty(Path folder) throws IOException {
    delete(folder);
    Files.createDirectories(folder);
  }

  /** Deletes it with all that is in it, if it is there. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
