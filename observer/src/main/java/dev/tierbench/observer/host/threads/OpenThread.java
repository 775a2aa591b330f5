package dev.tierbench.observer.host.threads;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The open files of one thread. They stay with that thread: a later one of the same TID is not seen
 * through them.
 *
 * @param schedstat empty on a kernel that does not keep it
 */
record OpenThread(long tid, Optional<FileChannel> schedstat, FileChannel stat, FileChannel status)
    implements AutoCloseable {

  /** Descriptors that one thread takes. */
  static final int DESCRIPTORS = 3;

  /**
   * Opens the files.
   *
   * @throws IOException when the thread is gone
   */
  static OpenThread open(String taskFolder, String tid) throws IOException {
    Path folder = Path.of(taskFolder, tid);
    FileChannel stat = FileChannel.open(folder.resolve("stat"));
    try {
      FileChannel status = FileChannel.open(folder.resolve("status"));
      return new OpenThread(Long.parseLong(tid), schedstat(folder), stat, status);
    } catch (IOException e) {
      stat.close();
      throw e;
    }
  }

  private static Optional<FileChannel> schedstat(Path folder) throws IOException {
    try {
      return Optional.of(FileChannel.open(folder.resolve("schedstat")));
    } catch (NoSuchFileException e) {
      // A kernel without CONFIG_SCHED_INFO: the columns stay absent.
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    if (schedstat.isPresent()) {
      schedstat.get().close();
    }
    stat.close();
    status.close();
  }
}
