package dev.tierbench.echo;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Delays as text: a whole number and a unit, like {@code 50ms}, {@code 200us} or {@code 1s}. */
final class Delays {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(us|ms|s)");

  private Delays() {}

  /**
   * @throws IllegalArgumentException naming the text when it is not such a delay
   */
  static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "delay must be a whole number with us, ms or s, like 50ms, not '" + text + "'");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "us" -> Duration.ofNanos(amount * 1_000);
      case "ms" -> Duration.ofMillis(amount);
      default -> Duration.ofSeconds(amount);
    };
  }

  /** The text that {@link #parse} reads. */
  static String format(Duration delay) {
    long micros = delay.toNanos() / 1_000;
    return micros % 1_000 == 0 ? micros / 1_000 + "ms" : micros + "us";
  }
}
