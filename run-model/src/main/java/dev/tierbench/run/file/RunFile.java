package dev.tierbench.run.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kinds of files in a run folder, each with the size up to which one is read. A run folder may come
 * from somebody else: what is not a regular file is refused, so that reading neither leaves the
 * folder through a link nor waits for a pipe or a device.
 */
public enum RunFile {
  JSON(16),
  /** A table as CSV. */
  TABLE(128),
  /** A log of histograms. */
  LATENCIES(256),
  /** Stacks of a profile. */
  STACKS(256),
  /** A page that a run made of itself. */
  PAGE(256),
  /** What a program printed. */
  OUTPUT(256);

  private static final int MIB = 1 << 20;

  private final int mostMib;

  RunFile(int mostMib) {
    this.mostMib = mostMib;
  }

  /**
   * Reads a file.
   *
   * @throws NoSuchFileException when there is none
   * @throws IOException naming the file when it is no regular file, is too large or cannot be read
   */
  public byte[] bytes(Path file) throws IOException {
    try (InputStream in = Channels.newInputStream(open(file))) {
      byte[] bytes = in.readNBytes(mostMib * MIB + 1);
      if (bytes.length > mostMib * MIB) {
        throw tooLarge(file);
      }
      return bytes;
    }
  }

  /** Reads a file as text, as {@link #bytes} does. */
  public String text(Path file) throws IOException {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  /** Opens a file that is read piece by piece; fails as {@link #bytes} does. */
  public SeekableByteChannel open(Path file) throws IOException {
    BasicFileAttributes is =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!is.isRegularFile()) {
      throw new IOException(file + " is " + description(is) + ": expected a regular file");
    }
    if (is.size() > (long) mostMib * MIB) {
      throw tooLarge(file);
    }
    return Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether anything has that name, if only a link to nothing. */
  public static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether it is a folder and not a link to one. */
  public static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Refuses a folder that is about to be written into while it holds anything but folders and
   * regular files.
   *
   * @throws IOException naming the first link, pipe or device in it
   */
  public static void requirePlain(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      throw new IOException(root + " is not a folder");
    }
    try (Stream<Path> all = Files.walk(root.toRealPath())) {
      List<Path> others =
          all.filter(path -> !isFolder(path))
              .filter(path -> !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
              .limit(1)
              .toList();
      for (Path other : others) {
        BasicFileAttributes is =
            Files.readAttributes(other, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        throw new IOException(
            "%s is %s: a run folder has only folders and regular files; remove it"
                .formatted(other, description(is)));
      }
    }
  }

  private IOException tooLarge(Path file) {
    return new IOException(file + " is larger than " + mostMib + " MiB");
  }

  private static String description(BasicFileAttributes is) {
    return is.isSymbolicLink()
        ? "a link"
        : is.isDirectory() ? "a folder" : "a pipe, socket or device";
  }
}
