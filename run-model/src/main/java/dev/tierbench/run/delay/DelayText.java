package dev.tierbench.run.delay;

import dev.tierbench.run.Require;
import dev.tierbench.run.delay.DelayDistribution.Constant;
import dev.tierbench.run.delay.DelayDistribution.Lognormal;
import dev.tierbench.run.delay.DelayDistribution.Mixture;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Delays and their distributions as text. */
public final class DelayText {

  private static final Pattern DELAY = Pattern.compile("(\\d{1,9})(us|ms|s)");
  private static final Pattern LOGNORMAL =
      Pattern.compile("lognormal\\(([0-9a-z]+),p99=([0-9a-z]+)\\)");
  private static final Pattern PART = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)%:([0-9a-z]+)");
  private static final int MOST_TEXT = 1_000;

  private DelayText() {}

  static DelayDistribution parse(String text) {
    Require.that(text.length() <= MOST_TEXT, () -> "delay has more than 1,000 characters");
    Matcher lognormal = LOGNORMAL.matcher(text);
    if (lognormal.matches()) {
      return new Lognormal(delay(lognormal.group(1)), delay(lognormal.group(2)));
    }
    if (text.contains("%")) {
      return new Mixture(Arrays.stream(text.split(",", -1)).map(DelayText::part).toList());
    }
    Require.that(
        DELAY.matcher(text).matches(),
        () ->
            "delay must be like 50ms, lognormal(50ms,p99=400ms) or 95%:20ms,5%:1s, not '"
                + text
                + "'");
    return new Constant(delay(text));
  }

  private static Mixture.Part part(String text) {
    Matcher part = PART.matcher(text);
    Require.that(
        part.matches(), () -> "part of the delays must be like 95%:20ms, not '" + text + "'");
    return new Mixture.Part(Double.parseDouble(part.group(1)), delay(part.group(2)));
  }

  /**
   * Reads a single delay: a whole number and a unit, such as {@code 50ms}, {@code 200us} or {@code
   * 1s}.
   *
   * @throws IllegalArgumentException naming the text when it is not such a delay
   */
  public static Duration delay(String text) {
    Matcher matcher = DELAY.matcher(text);
    Require.that(
        matcher.matches(),
        () -> "delay must be a whole number with us, ms or s, like 50ms, not '" + text + "'");
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "us" -> Duration.ofNanos(amount * 1_000);
      case "ms" -> Duration.ofMillis(amount);
      default -> Duration.ofSeconds(amount);
    };
  }

  /** The text that {@link #delay} reads. */
  public static String format(Duration delay) {
    long micros = delay.toNanos() / 1_000;
    return micros % 1_000 != 0
        ? micros + "us"
        : micros % 1_000_000 != 0 || micros == 0 ? micros / 1_000 + "ms" : micros / 1_000_000 + "s";
  }

  static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
