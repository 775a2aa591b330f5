package dev.tierbench.harness.secret;

import dev.tierbench.observer.host.FolderTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Files that only their owner can read, in a folder of their own, and that are deleted at the end.
 */
public final class PrivateFiles implements AutoCloseable {

  private static final String OWNER_ONLY = "rw-------";

  /** Leads to a folder that belongs to the user who runs this JVM; the link itself is root's. */
  private static final Path OWN_PROCESS = Path.of("/proc/self");

  private final Path folder;

  private PrivateFiles(Path folder) {
    this.folder = folder;
  }

  /** Whether a file belongs to the user who runs this JVM. */
  public static boolean isOwn(PosixFileAttributes found) throws IOException {
    return found.owner().equals(Files.getOwner(OWN_PROCESS));
  }

  /** An empty folder, with mode 0700. */
  public static PrivateFiles make() throws IOException {
    return new PrivateFiles(Files.createTempDirectory("tierbench-"));
  }

  /** Writes a new file with mode 0600. */
  public Path write(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Path unused =
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
    return Files.write(file, content);
  }

  /** Writes a text; as above. */
  public Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    FolderTree.delete(folder);
  }
}
