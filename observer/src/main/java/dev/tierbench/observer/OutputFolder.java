package dev.tierbench.observer;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folder for a capture's files: the one that was asked for, or one that is deleted afterwards, also
 * when a signal ends this program.
 *
 * @param deletion what deletes it then; empty of a folder that was asked for
 */
record OutputFolder(Path path, Optional<EndHook> deletion) implements AutoCloseable {

  /**
   * Prepares the folder.
   *
   * @throws CannotObserve when it has files, which are not overwritten, or cannot be made
   */
  static OutputFolder of(Optional<Path> wanted) throws CannotObserve {
    try {
      if (wanted.isEmpty()) {
        return temporary();
      }
      Path folder = Files.createDirectories(wanted.get());
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new CannotObserve(folder + " is not empty: give a new folder");
        }
      }
      return new OutputFolder(folder, Optional.empty());
    } catch (IOException e) {
      String folder = wanted.map(Path::toString).orElse("the folder of temporary files");
      throw new CannotObserve("cannot write into " + folder + ": give another folder (--out)", e);
    }
  }

  private static OutputFolder temporary() throws IOException, CannotObserve {
    Path folder = Files.createTempDirectory("tierbench-observer-");
    try {
      return new OutputFolder(folder, Optional.of(EndHook.of(() -> delete(folder))));
    } catch (IllegalStateException e) {
      delete(folder);
      throw new CannotObserve("this program is ending", e);
    }
  }

  /** Whether it was asked for, and so is not deleted. */
  boolean kept() {
    return deletion.isEmpty();
  }

  Path raw() {
    return path.resolve(RunFolder.RAW);
  }

  @Override
  public void close() {
    if (kept()) {
      return;
    }
    delete(path);
    deletion.ifPresent(EndHook::close);
  }

  private static void delete(Path folder) {
    try {
      FolderTree.delete(folder);
    } catch (IOException | UncheckedIOException e) { // the latter while it is listed
      System.err.println("threads: cannot delete " + folder + ": " + e.getMessage());
    }
  }
}
