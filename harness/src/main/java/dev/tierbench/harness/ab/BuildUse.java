package dev.tierbench.harness.ab;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The builds that a comparison runs, which nobody deletes before its end. Any number of comparisons
 * may use one. The kernel forgets a use when its process ends, however it ends.
 */
final class BuildUse implements AutoCloseable {

  /** The name of the file in the folder of a build by which a use is known. */
  private static final String FILE = ".used";

  private final Map<Path, FileChannel> held = new HashMap<>();

  /**
   * Uses the build of a folder; once more does nothing, as for two names of one commit.
   *
   * @throws IOException when somebody deletes it
   */
  void of(Path folder) throws IOException {
    if (held.containsKey(folder)) {
      return;
    }
    FileChannel channel = open(folder);
    held.put(folder, channel);
    if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
      throw new IOException(folder + " is being deleted by another process: try again");
    }
  }

  /**
   * Fails when a comparison uses the build of a folder.
   *
   * @throws IOException saying so
   */
  static void requireNone(Path folder) throws IOException {
    try (FileChannel channel = open(folder)) {
      try (FileLock alone = channel.tryLock()) {
        if (alone == null) {
          throw new IOException(
              folder + " is used by a comparison that runs: wait for its end, or end it");
        }
      } catch (OverlappingFileLockException ofThisProcess) {
        throw new IOException(folder + " is used by this process", ofThisProcess);
      }
    }
  }

  private static FileChannel open(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolve(FILE),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void close() throws IOException {
    for (FileChannel channel : held.values()) {
      channel.close();
    }
  }
}
