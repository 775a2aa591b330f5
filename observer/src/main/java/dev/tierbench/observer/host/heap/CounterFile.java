package dev.tierbench.observer.host.heap;

import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.foreign.Held;
import dev.tierbench.observer.host.foreign.TemporaryFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file {@code /tmp/hsperfdata_USER/PID} of a JVM. It counts only when it and its folder belong
 * to the user of the process: anybody can make one of that name. A value is read where the JVM
 * writes it, which costs the JVM nothing. It is read and not mapped: access to memory behind the
 * end of a file that was cut is an error that no caller can handle.
 */
final class CounterFile implements AutoCloseable {

  private static final String FOLDER = "hsperfdata_";

  /** The most that HotSpot's option {@code PerfDataMemorySize} allows. */
  private static final long MOST_BYTES = 32L << 20;

  private final RandomAccessFile file;
  private final long modifiedMillis;
  private final ByteBuffer content;
  private final ByteOrder order;

  private CounterFile(RandomAccessFile file, long modifiedMillis) throws IOException {
    this.file = file;
    this.modifiedMillis = modifiedMillis;
    if (file.length() > MOST_BYTES) {
      throw new IOException(
          "the file of the JVM's counters has "
              + file.length()
              + " bytes: more than HotSpot writes");
    }
    byte[] bytes = new byte[(int) file.length()];
    file.readFully(bytes);
    this.content = ByteBuffer.wrap(bytes);
    this.order = PerfData.order(content);
  }

  /**
   * Opens the file of a JVM.
   *
   * @return empty when the JVM keeps none
   * @throws IOException saying why there is one that is not read
   */
  static Optional<CounterFile> of(SystemFiles files, long pid) throws IOException {
    Optional<String> status = files.read("proc/" + pid + "/status");
    Optional<String> inner =
        status
            .flatMap(text -> SystemFiles.value(text, "NSpid"))
            .map(pids -> pids.substring(pids.lastIndexOf('\t') + 1));
    if (inner.isEmpty()) {
      return Optional.empty();
    }
    try (Held temporary = TemporaryFolder.of(files, pid)) {
      return newest(temporary, inner.get(), TargetProcess.effective(status.get(), "Uid"));
    }
  }

  /** A JVM that was killed leaves its file, so there may be two of one user. */
  private static Optional<CounterFile> newest(Held temporary, String name, long uid)
      throws IOException {
    Optional<CounterFile> newest = Optional.empty();
    Optional<IOException> refused = Optional.empty();
    for (String child : temporary.names()) {
      if (child.startsWith(FOLDER)) {
        try {
          newest = newer(newest, in(temporary, child, name, uid));
        } catch (IOException e) {
          refused = Optional.of(e);
        }
      }
    }
    if (newest.isEmpty() && refused.isPresent()) {
      throw refused.get();
    }
    return newest;
  }

  private static Optional<CounterFile> newer(Optional<CounterFile> one, Optional<CounterFile> other)
      throws IOException {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    boolean first = one.get().modifiedMillis >= other.get().modifiedMillis;
    (first ? other : one).get().close();
    return first ? one : other;
  }

  private static Optional<CounterFile> in(Held temporary, String child, String name, long uid)
      throws IOException {
    try (Held folder = temporary.open(child)) {
      Path path = folder.path().resolve(name);
      if (!folder.isFolder() || Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      requireOwner(folder, uid);
      try (Held file = folder.open(name)) {
        requireOwner(file, uid);
        if (!file.isRegularFile()) {
          throw new IOException(file.name() + " is not a regular file");
        }
        return Optional.of(open(file.path()));
      }
    }
  }

  private static void requireOwner(Held file, long uid) throws IOException {
    if (file.uid() != uid) {
      throw new IOException(
          file.name() + " belongs to user " + file.uid() + " and the process to user " + uid);
    }
  }

  private static CounterFile open(Path path) throws IOException {
    long modified = Files.getLastModifiedTime(path).toMillis();
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
    try {
      return new CounterFile(file, modified);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** The counters in it; empty when it is not of the version that is known. */
  Optional<PerfData> data() throws IOException {
    return PerfData.parse(content, this::number);
  }

  private synchronized long number(int at) {
    try {
      file.seek(at);
      long value = file.readLong();
      return order == ByteOrder.BIG_ENDIAN ? value : Long.reverseBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException("the JVM's counters cannot be read any more", e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
