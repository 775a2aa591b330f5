package dev.tierbench.harness.run;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as typed: {@code 10s}, {@code 500ms}, {@code 2m}. */
public final class Durations {

  private static final Pattern TYPED = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m)");
  private static final int SECONDS_PER_MINUTE = 60;

  private Durations() {}

  /**
   * The time in seconds.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  public static double parse(String text) {
    Matcher typed = TYPED.matcher(text.strip());
    if (!typed.matches()) {
      throw new IllegalArgumentException(
          "invalid duration '" + text + "': expected such as 10s, 500ms or 2m");
    }
    double number = Double.parseDouble(typed.group(1));
    return switch (typed.group(2)) {
      case "ms" -> number / MILLIS_PER_SECOND;
      case "s" -> number;
      default -> number * SECONDS_PER_MINUTE;
    };
  }

  /** The same in the notation of the load generator, to the millisecond. */
  public static String typed(double seconds) {
    long millis = Math.round(seconds * MILLIS_PER_SECOND);
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }

  public static Duration duration(double seconds) {
    return Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }

  /** Minutes and seconds, {@code 03:05}. */
  public static String clock(double seconds) {
    long whole = Math.round(seconds);
    return String.format(
        java.util.Locale.ROOT, "%02d:%02d", whole / SECONDS_PER_MINUTE, whole % SECONDS_PER_MINUTE);
  }
}
