package dev.tierbench.observer.host.threads;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The open files of one thread. They stay with that thread: a later one of the same TID is not seen
 * through them.
 *
 * @param schedstat empty on a kernel that does not keep it
 * @param sched empty on a kernel that does not show it
 * @param io empty when it is not wanted, or on a kernel that does not keep it
 */
record OpenThread(
    long tid,
    Optional<FileChannel> schedstat,
    FileChannel stat,
    FileChannel status,
    Optional<FileChannel> sched,
    Optional<FileChannel> io)
    implements AutoCloseable {

  /** Descriptors that one thread takes. */
  static final int DESCRIPTORS = 5;

  /**
   * Opens the files.
   *
   * @param withIo whether its read and write calls are wanted
   * @throws IOException when the thread is gone
   */
  static OpenThread open(String taskFolder, String tid, boolean withIo) throws IOException {
    Path folder = Path.of(taskFolder, tid);
    FileChannel stat = FileChannel.open(folder.resolve("stat"));
    try {
      FileChannel status = FileChannel.open(folder.resolve("status"));
      return new OpenThread(
          Long.parseLong(tid),
          optional(folder.resolve("schedstat")),
          stat,
          status,
          optional(folder.resolve("sched")),
          withIo ? optional(folder.resolve("io")) : Optional.empty());
    } catch (IOException e) {
      stat.close();
      throw e;
    }
  }

  private static Optional<FileChannel> optional(Path file) throws IOException {
    try {
      return Optional.of(FileChannel.open(file));
    } catch (NoSuchFileException | AccessDeniedException e) {
      // A kernel without CONFIG_SCHED_INFO, CONFIG_SCHED_DEBUG or CONFIG_TASK_IO_ACCOUNTING, or a
      // process of another user: the values stay absent.
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    if (schedstat.isPresent()) {
      schedstat.get().close();
    }
    if (sched.isPresent()) {
      sched.get().close();
    }
    if (io.isPresent()) {
      io.get().close();
    }
    stat.close();
    status.close();
  }
}
