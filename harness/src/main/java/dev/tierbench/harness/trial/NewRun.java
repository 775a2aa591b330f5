package dev.tierbench.harness.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The folder of a run that begins.
 *
 * @param out where run folders are made
 */
public record NewRun(Path out, String name) {

  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  public NewRun {
    if (!name.matches("[A-Za-z0-9._-]{1,80}")) {
      throw new IllegalArgumentException(
          "--name: '" + name + "' may hold letters, digits, . _ and - only");
    }
  }

  /** Never an old run's folder: of two sweeps in one second the later one stops here. */
  public Path makeFolder() {
    Path folder = out.resolve(FOLDER_TIME.format(Instant.now()) + "-" + name);
    try {
      Files.createDirectories(out);
      return Files.createDirectory(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }
}
