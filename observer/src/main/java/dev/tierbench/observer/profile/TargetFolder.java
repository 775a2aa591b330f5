package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.foreign.Held;
import dev.tierbench.observer.host.foreign.TemporaryFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A folder in which a JVM finds the files that it may read or write, also in a container. The
 * folder stays this user's, so the JVM's user can neither add nor exchange a file; what the JVM
 * writes is read through the descriptor of the file that was made for it.
 */
final class TargetFolder implements AutoCloseable {

  static final String RECORDING = "recording.jfr";

  private static final Path TEMPORARY = Path.of("/tmp");
  private static final long MOST_RECORDING_BYTES = 1L << 30;
  private static final int MOST_LOG_BYTES = 1 << 16;

  private final TargetProcess target;
  private final Held parent;
  private final Held folder;
  private final String name;
  private final FileChannel owner;
  private final Map<String, FileChannel> handedOver = new HashMap<>();

  private TargetFolder(
      TargetProcess target, Held parent, Held folder, String name, FileChannel owner) {
    this.target = target;
    this.parent = parent;
    this.folder = folder;
    this.name = name;
    this.owner = owner;
  }

  /**
   * Makes the folder, and removes those whose observer was killed.
   *
   * @throws IOException when the JVM's folder for temporary files is not usable
   */
  static TargetFolder make(TargetProcess target) throws IOException {
    try {
      Held parent = TemporaryFolder.of(SystemFiles.REAL, target.pid());
      try {
        AbandonedFolders.remove(parent);
        return makeIn(parent, target);
      } catch (IOException e) {
        parent.close();
        throw e;
      }
    } catch (IOException e) {
      throw new IOException(
          "no folder for the profile can be made in /tmp of the JVM: " + e.getMessage(), e);
    }
  }

  private static TargetFolder makeIn(Held parent, TargetProcess target) throws IOException {
    String name = AbandonedFolders.PREFIX + UUID.randomUUID();
    boolean ofAnotherUser = target.uid() != OwnProcess.REAL.uid();
    Held folder = parent.makeFolder(name, ofAnotherUser ? "rwxr-xr-x" : "rwx------");
    try {
      TargetFolder made =
          new TargetFolder(target, parent, folder, name, AbandonedFolders.claim(folder, name));
      made.handOver(RECORDING);
      return made;
    } catch (IOException e) {
      folder.close();
      throw e;
    }
  }

  /** Makes a file for the JVM to read. */
  void write(String file, String text) throws IOException {
    try (FileChannel made = folder.makeFile(file, "rw-r--r--")) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        int unused = made.write(bytes);
      }
    }
  }

  /** Makes an empty file for the JVM to write. */
  void handOver(String file) throws IOException {
    handedOver.put(file, folder.makeFile(file, "rw-------"));
    if (target.uid() != OwnProcess.REAL.uid()) {
      Path path = folder.path().resolve(file);
      Files.setAttribute(
          path, "unix:gid", Math.toIntExact(target.gid()), LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(
          path, "unix:uid", Math.toIntExact(target.uid()), LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** The path of a file for the JVM. */
  String there(String file) {
    return TEMPORARY.resolve(name).resolve(file).toString();
  }

  /** The first lines that the JVM wrote to a file that was handed over. */
  List<String> lines(String file) throws IOException {
    FileChannel written = handedOver.get(file);
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(written.size(), MOST_LOG_BYTES));
    while (bytes.hasRemaining() && written.read(bytes, bytes.position()) > 0) {
      // Goes on where it stopped.
    }
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).lines().toList();
  }

  /**
   * Copies the recording.
   *
   * @throws IOException when the JVM wrote none, or one that is too large
   */
  void copyRecording(Path to) throws IOException {
    FileChannel recording = handedOver.get(RECORDING);
    long size = recording.size();
    if (size == 0 || size > MOST_RECORDING_BYTES) {
      throw new IOException(
          size == 0
              ? "the JVM wrote no recording to " + there(RECORDING)
              : "the recording has " + size + " bytes, and more than 1 GiB is not read");
    }
    Files.copy(
        Channels.newInputStream(new Bounded(recording, size)),
        to,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    try (parent;
        folder;
        owner) {
      for (FileChannel file : handedOver.values()) {
        file.close();
      }
      AbandonedFolders.delete(parent, folder, name);
    } finally {
      AbandonedFolders.release(name);
    }
  }
}
