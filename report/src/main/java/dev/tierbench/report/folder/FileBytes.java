package dev.tierbench.report.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads whole files of bounded size. */
final class FileBytes {

  private static final long MOST = 256L << 20;

  private FileBytes() {}

  /**
   * The bytes of a file.
   *
   * @throws java.nio.file.NoSuchFileException when it is missing
   * @throws IOException when it cannot be read or is too large to be what it claims
   */
  static byte[] read(Path file) throws IOException {
    if (Files.size(file) > MOST) {
      throw new IOException("larger than " + (MOST >> 20) + " MiB");
    }
    return Files.readAllBytes(file);
  }
}
