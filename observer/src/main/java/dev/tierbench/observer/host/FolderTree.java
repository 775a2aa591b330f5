package dev.tierbench.observer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder with all that is in it. */
public final class FolderTree {
  private FolderTree() {}

  /** Makes it new: what is left in it would pass for what is written next. */
  public static void makeEmpty(Path folder) throws IOException {
    delete(folder);
    Files.createDirectories(folder);
  }

  /** Deletes it, if it is there. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path deepest : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(deepest);
      }
    }
  }
}
