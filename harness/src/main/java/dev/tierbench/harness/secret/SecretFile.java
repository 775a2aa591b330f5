package dev.tierbench.harness.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that hold a secret, and that nobody but their owner may read. */
final class SecretFile {

  private static final Set<PosixFilePermission> ALLOWED =
      PosixFilePermissions.fromString("rw-------");

  private static final int MOST_BYTES = 1 << 20;

  private SecretFile() {}

  /**
   * Reads a file as text, without the line break at its end.
   *
   * @throws IOException saying what is wrong with the file, and what to do
   */
  static String read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(file + " does not exist: create it with mode 0600");
    }
    // The target of a link counts: volumes of secrets are links.
    PosixFileAttributes found = Files.readAttributes(file, PosixFileAttributes.class);
    if (!found.isRegularFile()) {
      throw new IOException(file + " is no regular file: expected one with mode 0600");
    }
    if (!ALLOWED.containsAll(found.permissions())) {
      throw new IOException(
          "%s has mode %s, so others could use it: chmod 600 %s"
              .formatted(file, PosixFilePermissions.toString(found.permissions()), file));
    }
    if (!PrivateFiles.isOwn(found)) {
      throw new IOException(
          "%s belongs to %s: it has to belong to the user who runs the sweep"
              .formatted(file, found.owner().getName()));
    }
    if (found.size() > MOST_BYTES) {
      throw new IOException(file + " is larger than 1 MiB: expected a file with one secret");
    }
    return Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\r?\n\\z", "");
  }
}
