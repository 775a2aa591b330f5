package dev.tierbench.report.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;

/** What could not be read of a run folder, one clear line each. Thread-safe. */
public final class ReadProblems {

  private static final int LONGEST = 300;
  private static final long MOST_BYTES = 256L << 20;

  private final Path root;
  private final ConcurrentSkipListSet<String> lines = new ConcurrentSkipListSet<>();

  ReadProblems(Path root) {
    this.root = root;
  }

  /** Adds a line about a file; what its message quotes of a hostile file cannot break the line. */
  void add(Path file, String message) {
    String text = root.relativize(file) + ": " + message.replace(file.toString(), "the file");
    lines.add(oneLine(text));
  }

  /**
   * The bytes of a file; empty when it is missing, and with a line when it cannot be read or is too
   * large for its kind.
   */
  Optional<byte[]> read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException("larger than " + (MOST_BYTES >> 20) + " MiB");
      }
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      add(file, "cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** The lines, in the order of the files. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** The text on one line of bounded length, without control characters. */
  public static String oneLine(String text) {
    String flat = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ").strip();
    return flat.length() <= LONGEST ? flat : flat.substring(0, LONGEST) + " ...";
  }
}
