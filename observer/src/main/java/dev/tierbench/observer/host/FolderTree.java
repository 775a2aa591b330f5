package dev.tierbench.observer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder with all that is in it. */
public final class FolderTree {
  private FolderTree() {}

  /** Deletes it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path deepest : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(deepest);
      }
    }
  }
}
