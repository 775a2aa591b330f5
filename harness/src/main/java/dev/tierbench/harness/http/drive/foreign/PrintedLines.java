package dev.tierbench.harness.http.drive.foreign;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;
import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.run.Require;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The output of a generator that prints for people: lines with times and counts in units. */
record PrintedLines(String generator, String text) {

  private static final Pattern TIME = Pattern.compile("([0-9.]+)(us|ms|s|m|h)");
  private static final Pattern PERCENTILE = Pattern.compile("\n *([0-9.]+)% +(\\S+)");
  private static final Pattern BYTES = Pattern.compile("([0-9.]+)([KMGTP]?)B");

  /** No sum of counts of so many digits overflows. */
  private static final int MOST_DIGITS = 15;

  private static final String POWERS = "KMGTP";
  private static final double KIB = 1024;

  /** The first place that has that form; empty when none has. */
  Optional<Matcher> find(Pattern form) {
    Matcher matcher = form.matcher(text);
    return matcher.find() ? Optional.of(matcher) : Optional.empty();
  }

  /**
   * The first place that has that form.
   *
   * @throws IOException saying that the generator did not print it
   */
  Matcher require(String what, Pattern form) throws IOException {
    return find(form)
        .orElseThrow(() -> new IOException(generator + " printed no " + what + ": " + lastLine()));
  }

  private String lastLine() {
    return text.lines()
        .filter(line -> !line.isBlank())
        .reduce((first, second) -> second)
        .map(line -> "its output ends with '" + TerminalText.line(line) + "'")
        .orElse("its output is empty");
  }

  /**
   * A printed count.
   *
   * @throws IllegalArgumentException when no run can have so many
   */
  static long count(String printed) {
    Require.that(
        printed.length() <= MOST_DIGITS, () -> "a count of " + printed + " is beyond any run");
    return Long.parseLong(printed);
  }

  /** A printed time such as {@code 51.03ms}; empty when it is none, such as {@code -nan}. */
  static Optional<Double> micros(String printed) {
    Matcher parts = TIME.matcher(printed);
    return parts.matches()
        ? Optional.of(rounded(Double.parseDouble(parts.group(1)) * microsOf(parts.group(2))))
        : Optional.empty();
  }

  /** The lines of a distribution, such as {@code 99% 61.03ms}: microseconds by percentile. */
  Map<Double, Double> percentiles() {
    Map<Double, Double> percentiles = new HashMap<>();
    PERCENTILE
        .matcher(text)
        .results()
        .forEach(line ->
            micros(line.group(2))
                .ifPresent(value -> percentiles.put(Double.valueOf(line.group(1)), value)));
    return percentiles;
  }

  private static double microsOf(String unit) {
    return switch (unit) {
      case "us" -> 1;
      case "ms" -> MICROS_PER_MILLI;
      case "s" -> MICROS_PER_SECOND;
      case "m" -> 60e6;
      case "h" -> 3_600e6;
      default -> throw new IllegalArgumentException(unit);
    };
  }

  /** A printed size such as {@code 3.26MB}, as exact as it is printed. */
  static Optional<Long> bytes(String printed) {
    Matcher parts = BYTES.matcher(printed);
    if (!parts.matches()) {
      return Optional.empty();
    }
    int power = parts.group(2).isEmpty() ? 0 : POWERS.indexOf(parts.group(2)) + 1;
    return Optional.of(Math.round(Double.parseDouble(parts.group(1)) * Math.pow(KIB, power)));
  }

  private static double rounded(double micros) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.1f", micros));
  }
}
