package dev.tierbench.harness.trial;

import dev.tierbench.observer.host.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    if (Files.exists(folder)) {
      FolderTree.delete(folder);
    }
  }
}
