package dev.tierbench.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Counts sockets of this host in {@code /proc/net/tcp} and {@code tcp6}. */
public final class Sockets {
  private static final String ESTABLISHED = "01";
  private static final String CLOSE_WAIT = "08";

  private Sockets() {}

  public static long establishedTo(int port) {
    return count(port, ESTABLISHED);
  }

  /** Closed by the other side and not yet by ours: leaked when it stays. */
  public static long abandonedTo(int port) {
    return count(port, CLOSE_WAIT);
  }

  private static long count(int port, String state) {
    String remote = String.format(Locale.ROOT, ":%04X", port);
    return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
        .flatMap(table -> lines(Path.of(table)).stream())
        .map(line -> Arrays.asList(line.strip().split("\\s+", -1)))
        .filter(columns -> columns.get(2).endsWith(remote) && columns.get(3).equals(state))
        .count();
  }

  private static List<String> lines(Path table) {
    try {
      return Files.readAllLines(table).stream().skip(1).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
