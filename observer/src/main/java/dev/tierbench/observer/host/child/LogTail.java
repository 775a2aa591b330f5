package dev.tierbench.observer.host.child;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log that may be long and may still grow. */
final class LogTail {

  private static final int BYTES = 16_384;
  private static final int ERROR_LINES = 3;

  private LogTail() {}

  /** The last lines, without blank ones; the reason in brackets when the log cannot be read. */
  static List<String> lines(Path log, int most) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(0, file.length() - BYTES);
      file.seek(start);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.readFully(bytes);
      return last(new String(bytes, StandardCharsets.UTF_8), most);
    } catch (IOException e) {
      return List.of("(its log cannot be read: " + e.getMessage() + ")");
    }
  }

  private static List<String> last(String text, int most) {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    return lines.subList(Math.max(0, lines.size() - most), lines.size());
  }

  /** The last messages on one line, without what tools print before and below a message. */
  static String errorLine(Path log) {
    String messages =
        String.join(
            "\n", lines(log, Integer.MAX_VALUE).stream().filter(LogTail::isMessage).toList());
    return String.join(" ", last(messages, ERROR_LINES));
  }

  private static boolean isMessage(String line) {
    return !Character.isWhitespace(line.charAt(0))
        // A JVM with JAVA_TOOL_OPTIONS begins so.
        && !line.startsWith("Picked up ")
        // bpftrace, wherever RLIMIT_MEMLOCK cannot be raised; kernels since 5.11 ignore it.
        && !line.contains("RLIMIT_MEMLOCK");
  }
}
