package dev.tierbench.harness.suite;

import java.util.Locale;

/** Lengths of time for people, from milliseconds to days. */
final class Spans {

  private static final double MINUTE = 60;
  private static final double HOUR = 3_600;
  private static final double DAY = 86_400;
  private static final double MANY_SECONDS = 600;

  private Spans() {}

  static String text(double seconds) {
    if (seconds < 1) {
      return String.format(Locale.ROOT, "%.0f ms", seconds * 1e3);
    }
    if (seconds < MANY_SECONDS) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
    if (seconds < 2 * HOUR) {
      return String.format(Locale.ROOT, "%.0f min", seconds / MINUTE);
    }
    return seconds < 2 * DAY
        ? String.format(Locale.ROOT, "%.1f h", seconds / HOUR)
        : String.format(Locale.ROOT, "%.1f days", seconds / DAY);
  }
}
