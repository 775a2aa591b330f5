package dev.tierbench.loadgen;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and rates as people type them for wrk and wrk2. */
final class Quantities {

  private static final Pattern DURATION =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(us|ms|s|m|h)?");
  private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)([kMG])?");

  private Quantities() {}

  /**
   * {@code 10s}, {@code 500ms}, {@code 1.5m}; a bare number is seconds.
   *
   * @throws IllegalArgumentException naming the text
   */
  static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a duration is a number with us, ms, s, m or h, like 10s, not '" + text + "'");
    }
    long unitNanos =
        switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
          case "us" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default -> 1_000_000_000L;
        };
    return Duration.ofNanos(
        new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitNanos)).longValue());
  }

  /**
   * Requests per second: {@code 8000} or {@code 8k}.
   *
   * @throws IllegalArgumentException naming the text
   */
  static double rate(String text) {
    Matcher matcher = RATE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a rate is requests per second, like 8000 or 8k, not '" + text + "'");
    }
    double factor =
        switch (matcher.group(2) == null ? "" : matcher.group(2)) {
          case "k" -> 1e3;
          case "M" -> 1e6;
          case "G" -> 1e9;
          default -> 1;
        };
    return Double.parseDouble(matcher.group(1)) * factor;
  }
}
