package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder that a JVM can write to, also one in a container: it has one path there and another
 * here.
 */
record TargetFolder(Path here, Path there) implements AutoCloseable {

  static final String RECORDING = "recording.jfr";

  private static final Path TEMPORARY = Path.of("/tmp");

  /** Makes one that belongs to the user of the JVM. */
  static TargetFolder make(TargetProcess target) throws IOException {
    Path parent = here(target, TEMPORARY);
    Path here;
    try {
      here = Files.createTempDirectory(parent, "tierbench-profile-");
      own(here, target);
    } catch (IOException e) {
      throw new IOException(
          "no folder for the profile can be made in " + parent + ": " + e.getMessage(), e);
    }
    return new TargetFolder(here, TEMPORARY.resolve(here.getFileName().toString()));
  }

  /** A path of the JVM's file system as one of ours. */
  static Path here(TargetProcess target, Path there) {
    return target.executable().isPresent()
        ? there
        : Path.of("/proc/" + target.pid() + "/root").resolve(Path.of("/").relativize(there));
  }

  private static void own(Path file, TargetProcess target) throws IOException {
    if (!Files.getAttribute(file, "unix:uid").equals(Math.toIntExact(target.uid()))) {
      Files.setAttribute(file, "unix:uid", Math.toIntExact(target.uid()));
      Files.setAttribute(file, "unix:gid", Math.toIntExact(target.gid()));
    }
  }

  /** A file for the JVM to read. */
  void write(String name, String text, TargetProcess target) throws IOException {
    Path file = here.resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    own(file, target);
  }

  /** The path of a file for the JVM. */
  String there(String name) {
    return there.resolve(name).toString();
  }

  @Override
  public void close() throws IOException {
    FolderTree.delete(here);
  }
}
