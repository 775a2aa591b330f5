package dev.tierbench.loadgen.cli;

import dev.tierbench.loadgen.http.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Files of what is secret in a request. No message quotes their content. */
final class PrivateFile {

  private static final String HEADERS = "--header-file";
  private static final String URL = "--url-file";

  private PrivateFile() {}

  /**
   * Reads header lines; empty lines are left out.
   *
   * @throws IllegalArgumentException naming the file, and the line that is no header
   */
  static List<String> headers(Path file) {
    List<String> lines = read(HEADERS, file).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank() && !Request.isHeader(lines.get(i))) {
        throw new IllegalArgumentException(
            "%s %s:%d: expected 'Name: value'".formatted(HEADERS, file, i + 1));
      }
    }
    return lines.stream().filter(line -> !line.isBlank()).toList();
  }

  /**
   * Reads a URL.
   *
   * @throws IllegalArgumentException naming the file that does not hold one line
   */
  static String url(Path file) {
    String text = read(URL, file).strip();
    if (text.isEmpty() || text.lines().count() > 1) {
      throw new IllegalArgumentException(URL + " " + file + ": expected one line with the URL");
    }
    return text;
  }

  private static String read(String option, Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(option + " " + file + " does not exist", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot read " + option + " " + file + ": " + e.getMessage(), e);
    }
  }
}
