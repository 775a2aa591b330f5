package dev.tierbench.observer.agent;

import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.file.WholeFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The files of a folder on their way to another host: by their path below it, with gzip. */
public record PackedFiles(Map<String, byte[]> byPath) {

  /** The largest file that is unpacked, as large as what a program printed may be. */
  private static final int MOST_BYTES = 256 << 20;

  public PackedFiles {
    byPath = Map.copyOf(byPath);
  }

  static PackedFiles of(Path folder) throws IOException {
    Map<String, byte[]> packed = new HashMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
          Files.copy(file, zip);
        }
        packed.put(folder.relativize(file).toString(), bytes.toByteArray());
      }
    }
    return new PackedFiles(packed);
  }

  /**
   * Writes them below another folder.
   *
   * @throws IOException also when a path leads out of it
   */
  public void unpack(Path folder) throws IOException {
    Path root = folder.toAbsolutePath().normalize();
    for (Map.Entry<String, byte[]> file : byPath.entrySet()) {
      Path path = below(root, file.getKey());
      Files.createDirectories(path.getParent());
      try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(file.getValue()))) {
        byte[] bytes = zip.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
          throw new IOException(
              "a file of more than %d MiB was sent: %s"
                  .formatted(MOST_BYTES >> 20, TerminalText.line(file.getKey())));
        }
        WholeFile.write(path, bytes);
      }
    }
  }

  private static Path below(Path root, String name) throws IOException {
    try {
      Path path = root.resolve(name).normalize();
      if (path.startsWith(root) && !path.equals(root)) {
        return path;
      }
    } catch (InvalidPathException e) {
      // The name is refused like one that leads out of the folder.
    }
    throw new IOException("a file named " + TerminalText.line(name) + " was sent");
  }
}
