package dev.tierbench.harness.trial;

import java.util.Locale;

/** The line of a terminal that is drawn again and again: a bar, the time, and what is under way. */
final class StepStatus {

  private static final int MOST_BAR = 20;
  private static final int LEAST_BAR = 4;

  private StepStatus() {}

  /**
   * The line, cut at the width of the terminal; the bar is what gives way first.
   *
   * @param totalSeconds that the run is expected to take
   */
  static String line(double elapsedSeconds, double totalSeconds, String what, int width) {
    double share = totalSeconds > 0 ? Math.min(1, elapsedSeconds / totalSeconds) : 0;
    String text =
        String.format(
            Locale.ROOT,
            "%3.0f%% %s of about %s  %s",
            share * 100,
            Durations.clock(elapsedSeconds),
            Durations.clock(totalSeconds),
            what);
    int room = Math.min(MOST_BAR, width - text.length() - 3);
    String line = room >= LEAST_BAR ? bar(share, room) + " " + text : text;
    return line.substring(0, Math.min(line.length(), Math.max(0, width)));
  }

  private static String bar(double share, int width) {
    int full = (int) Math.round(share * width);
    return "[" + "=".repeat(full) + " ".repeat(width - full) + "]";
  }
}
