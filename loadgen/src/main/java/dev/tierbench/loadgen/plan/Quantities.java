package dev.tierbench.loadgen.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Durations and rates as people type them for wrk and wrk2. */
public final class Quantities {

  private static final Pattern DURATION =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(us|ms|s|m|h)?");
  private static final Map<String, Long> NANOS =
      Map.of(
          "us", 1_000L,
          "ms", 1_000_000L,
          "", 1_000_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)([kMG])?");
  private static final Map<String, Long> REQUESTS =
      Map.of("", 1L, "k", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L);

  private Quantities() {}

  /**
   * Parses {@code 10s}, {@code 500ms}, {@code 1.5m}; a bare number is seconds.
   *
   * @throws TypeConversionException naming the text
   */
  public static Duration duration(String text) {
    String expected = "a duration is a number with us, ms, s, m or h, like 10s";
    return Duration.ofNanos(product(DURATION, text, NANOS, expected).longValue());
  }

  /**
   * Parses requests per second: {@code 8000} or {@code 8k}.
   *
   * @throws TypeConversionException naming the text
   */
  public static double rate(String text) {
    String expected = "a rate is requests per second, like 8000 or 8k";
    return product(RATE, text, REQUESTS, expected).doubleValue();
  }

  private static BigDecimal product(
      Pattern form, String text, Map<String, Long> units, String expected) {
    Matcher matcher = form.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(expected + ", not '" + text + "'");
    }
    long unit = units.get(Objects.requireNonNullElse(matcher.group(2), ""));
    return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
  }
}
