package dev.tierbench.observer;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Folder for a capture's files: the one that was asked for, or one that is deleted afterwards. */
record OutputFolder(Path path, boolean kept) implements AutoCloseable {

  /**
   * Prepares the folder.
   *
   * @throws CannotObserve when it has files, which are not overwritten, or cannot be made
   */
  static OutputFolder of(Optional<Path> wanted) throws CannotObserve {
    try {
      if (wanted.isEmpty()) {
        return new OutputFolder(Files.createTempDirectory("tierbench-observer-"), false);
      }
      Path folder = Files.createDirectories(wanted.get());
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new CannotObserve(folder + " is not empty: give a new folder");
        }
      }
      return new OutputFolder(folder, true);
    } catch (IOException e) {
      String folder = wanted.map(Path::toString).orElse("the folder of temporary files");
      throw new CannotObserve("cannot write into " + folder + ": give another folder (--out)", e);
    }
  }

  Path raw() {
    return path.resolve(RunFolder.RAW);
  }

  @Override
  public void close() {
    if (kept) {
      return;
    }
    try {
      FolderTree.delete(path);
    } catch (IOException e) {
      System.err.println("threads: cannot delete " + path + ": " + e.getMessage());
    }
  }
}
