package dev.tierbench.run.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes files so that a reader sees the old file or the new one, never a part, also with several
 * writers at once. A file is created under a name that nobody can know beforehand and then renamed:
 * a link that somebody planted is neither followed nor written to, and one in the place of the file
 * is replaced.
 */
public final class WholeFile {

  private WholeFile() {}

  /** Writes a text as the content of a file, whose folder is made when it is missing. */
  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes as the content of a file, whose folder is made when it is missing. */
  public static void write(Path file, byte[] content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path temporary = folder.resolve("." + UUID.randomUUID() + ".tmp");
    try {
      try (OutputStream out = created(temporary)) {
        out.write(content);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      deletePart(temporary, e);
      throw e;
    }
  }

  /** Opens a new file that grows while it is written, in place of whatever has its name. */
  public static OutputStream grow(Path file) throws IOException {
    Files.deleteIfExists(file);
    return created(file);
  }

  /**
   * Checks a folder that files will be written into.
   *
   * @throws IOException when a link is in its place, which would take the files elsewhere
   */
  public static void requireNoLink(Path folder) throws IOException {
    if (Files.isSymbolicLink(folder)) {
      throw new IOException(folder + " is a link: expected a folder; remove the link");
    }
  }

  private static OutputStream created(Path file) throws IOException {
    return Files.newOutputStream(
        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }

  private static void deletePart(Path temporary, IOException why) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }
}
