package dev.tierbench.harness.run;

import dev.tierbench.run.file.RunFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The right to write to a run folder, which one process has at a time. The kernel takes the lock
 * back when its owner ends, however it ends; the file stays.
 */
public final class RunLock implements AutoCloseable {

  /** The name of the file below the run folder; it holds the PID of its owner. */
  static final String FILE = ".lock";

  private static final int MOST_DIGITS = 20;

  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock of a folder, in which nothing may lead out of it.
   *
   * @throws IOException naming the process that has it, or the link that is there
   */
  public static RunLock of(Path folder) throws IOException {
    RunFile.requirePlain(folder);
    FileChannel channel =
        FileChannel.open(
            folder.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    try {
      if (lock(channel).isEmpty()) {
        throw new IOException(
            "%s is written to by process %s: wait for its end, or end it"
                .formatted(folder, owner(channel)));
      }
      channel.truncate(0);
      byte[] pid = String.valueOf(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
      int unused = channel.write(ByteBuffer.wrap(pid), 0);
      return new RunLock(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static Optional<FileLock> lock(FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException ofThisProcess) {
      return Optional.empty();
    }
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(MOST_DIGITS);
    int length = Math.max(0, channel.read(pid, 0));
    String text = new String(pid.array(), 0, length, StandardCharsets.UTF_8);
    return text.matches("\\d+") ? text : "of another user or host";
  }

  /** Gives the lock back; once more does nothing. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
