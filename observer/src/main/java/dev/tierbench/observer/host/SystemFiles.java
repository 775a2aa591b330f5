package dev.tierbench.observer.host;

import dev.tierbench.run.IoFunction;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files under {@code /proc} and {@code /sys}. A file that is missing, that went away with its
 * process or that this user may not read is empty.
 *
 * @param root {@code /}, or a folder that stands for it
 */
public record SystemFiles(Path root) {

  private static final long KIB = 1_024;

  private static final Pattern COUNT = Pattern.compile("\\d{1,18}");

  public static final SystemFiles REAL = new SystemFiles(Path.of("/"));

  /**
   * The text of a file, without blanks at its ends. A stream reads it in large pieces: files of
   * numbers under {@code /proc/sys} give the first piece only, and {@code Files.readString} begins
   * with one byte.
   */
  public Optional<String> read(String path) {
    return readable(
        path,
        file -> {
          try (InputStream bytes = new FileInputStream(file.toFile())) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8).strip();
          }
        });
  }

  private <T> Optional<T> readable(String path, IoFunction<Path, T> reading) {
    try {
      return Optional.of(reading.apply(root.resolve(path)));
    } catch (IOException | InvalidPathException e) { // the latter of a name in a damaged file
      return Optional.empty();
    }
  }

  /** Writes to a file of the kernel; false when it is gone or this user may not. */
  public boolean write(String path, String text) {
    try {
      Files.writeString(root.resolve(path), text);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The names in a folder, sorted. */
  public List<String> names(String folder) {
    try (Stream<Path> files = Files.list(root.resolve(folder))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException | UncheckedIOException e) { // the latter while it is listed
      return List.of();
    }
  }

  /** The PIDs of all processes. */
  public List<Long> pids() {
    return names("proc").stream().filter(name -> name.matches("\\d+")).map(Long::valueOf).toList();
  }

  /** What a symbolic link points at. */
  public Optional<String> link(String path) {
    return readable(path, link -> Files.readSymbolicLink(link).toString());
  }

  /** The value of a key in a file, as {@link #value} finds it. */
  public Optional<String> valueIn(String path, String key) {
    return read(path).flatMap(text -> value(text, key));
  }

  /** A value that the kernel writes in kB, in bytes. */
  Optional<Long> bytes(String path, String key) {
    return valueIn(path, key).flatMap(kib -> number(kib.split(" ", -1), 0, KIB));
  }

  /** The count that a text is; empty when it is no whole number. */
  public static Optional<Long> number(String text) {
    return COUNT.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  /**
   * The count in a field of a line, times a unit; empty when the line is too short, or the field is
   * no whole number.
   */
  static Optional<Long> number(String[] fields, int at, long unit) {
    return (at < fields.length ? number(fields[at]) : Optional.<Long>empty())
        .filter(count -> count <= Long.MAX_VALUE / unit)
        .map(count -> count * unit);
  }

  /**
   * The value of the first line with that key: {@code VmRSS: 123 kB}, {@code model name : A CPU}.
   */
  public static Optional<String> value(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .filter(line -> line.substring(key.length()).stripLeading().startsWith(":"))
        .map(line -> line.substring(line.indexOf(':', key.length()) + 1).strip())
        .findFirst();
  }
}
