package dev.tierbench.metrics;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.run.file.TextTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;

/** Numbers for people, with three to four digits that matter. */
public final class Numbers {

  public static final String NOT_MEASURED = TextTable.NOT_MEASURED;

  /** Least time, in milliseconds, that is printed in seconds. */
  private static final double LEAST_SECONDS_MS = 1e5;

  private static final double MINUTE = 60;
  private static final double HOUR = 3_600;
  private static final double DAY = 86_400;
  private static final double MANY_SECONDS = 600;

  private Numbers() {}

  public static String of(Optional<Double> value) {
    return value.map(Numbers::of).orElse(NOT_MEASURED);
  }

  public static String of(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    String format =
        size >= 100
            ? "%,.0f"
            : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : size >= 0.001 ? "%.3f" : "%.1e";
    return String.format(Locale.ROOT, format, value);
  }

  /** A time in the unit that leaves the fewest digits: {@code 383 ns}, {@code 1,020 ms}. */
  public static String duration(double millis) {
    if (millis == 0 || millis >= LEAST_SECONDS_MS) {
      return of(millis / MILLIS_PER_SECOND) + " s";
    }
    if (millis >= 1) {
      return of(millis) + " ms";
    }
    return millis >= 1e-3 ? of(millis * 1e3) + " µs" : of(millis * 1e6) + " ns";
  }

  /** A length of time, from milliseconds to days: {@code 5.0 s}, {@code 13.9 h}. */
  public static String span(double seconds) {
    if (seconds < 1) {
      return String.format(Locale.ROOT, "%.0f ms", seconds * MILLIS_PER_SECOND);
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

  /** A number of things. */
  public static String whole(double count) {
    return String.format(Locale.ROOT, "%,.0f", count);
  }

  /** A share as {@code 4.2 %}. */
  public static String percent(double share) {
    double percent = share * 100;
    return String.format(Locale.ROOT, Math.abs(percent) >= 10 ? "%.0f %%" : "%.1f %%", percent);
  }

  /**
   * What an interval holds the true value with: {@code 95 %} at a level of 0.05, {@code 99.75 %} at
   * one of 0.0025. Never 100 %.
   */
  public static String confidence(double level) {
    double percent = level * 100;
    int digits = Math.max(0, 1 - (int) Math.floor(Math.log10(percent)));
    return BigDecimal.valueOf(100 - percent)
            .setScale(digits, RoundingMode.HALF_EVEN)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  /** A factor as {@code ×4.72}. */
  public static String factor(double ratio) {
    return "×"
        + (ratio >= 100 || ratio < 0.1 ? of(ratio) : String.format(Locale.ROOT, "%.2f", ratio));
  }
}
