package dev.tierbench.harness.secret;

import dev.tierbench.run.file.WholeFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Masks the known secrets of a run in texts that others print. Thread-safe. */
public final class Redactor {

  /** What stands for a secret. */
  private static final String MASK = "[secret]";

  /** A shorter text is in too many words that are no secret. */
  private static final int LEAST_LENGTH = 4;

  private final List<String> secrets;

  Redactor(Collection<String> values) {
    this.secrets =
        values.stream()
            .flatMap(value ->
                Stream.concat(
                    Stream.of(value, SecretValues.encoded(value), json(value)), value.lines()))
            .filter(text -> text.strip().length() >= LEAST_LENGTH)
            .distinct()
            // One may be a part of another.
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  private static String json(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** The text with each secret masked. */
  public String masked(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    return masked;
  }

  /** Writes a log anew when it has a secret; one that is not there is left alone. */
  public void mask(Path log) throws IOException {
    if (secrets.isEmpty() || !Files.exists(log)) {
      return;
    }
    Redactor bytes =
        new Redactor(
            secrets.stream()
                .map(secret ->
                    new String(
                        secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList());
    bytes.maskBytes(log);
  }

  private void maskBytes(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      if (lines.noneMatch(line -> secrets.stream().anyMatch(line::contains))) {
        return;
      }
    }
    Path part = log.resolveSibling(log.getFileName() + ".masked");
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1);
        Writer out =
            new BufferedWriter(
                new OutputStreamWriter(WholeFile.grow(part), StandardCharsets.ISO_8859_1))) {
      for (String line : (Iterable<String>) lines::iterator) {
        out.write(masked(line));
        out.write('\n');
      }
    }
    Files.move(part, log, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
