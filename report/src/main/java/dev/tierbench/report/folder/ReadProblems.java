package dev.tierbench.report.folder;

import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;

/** What could not be read of a run folder, one clear line each. Thread-safe. */
public final class ReadProblems {

  private final Path root;
  private final ConcurrentSkipListSet<String> lines = new ConcurrentSkipListSet<>();

  ReadProblems(Path root) {
    this.root = root;
  }

  /** Adds a line about a file; what its message quotes of a hostile file cannot break the line. */
  void add(Path file, String message) {
    String text = root.relativize(file) + ": " + message.replace(file.toString(), "the file");
    lines.add(TerminalText.line(text));
  }

  /** The bytes of a file; empty when it is missing, and with a line when it cannot be read. */
  Optional<byte[]> read(Path file, RunFile kind) {
    try {
      return Optional.of(kind.bytes(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      add(file, "cannot be read: " + e.getMessage() + "; left out");
      return Optional.empty();
    }
  }

  /** The lines, in the order of the files. */
  public List<String> lines() {
    return List.copyOf(lines);
  }
}
