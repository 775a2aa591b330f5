package dev.tierbench.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many items can be under way at once, written as 64, cores, 10 x cores, max(64, cores), max(8,
 * 3 x cores) or unbounded.
 *
 * @param fixed threads at the least
 * @param perCore threads for each core
 * @param limited false when there is no limit
 */
public record PoolSize(int fixed, int perCore, boolean limited) {

  private static final Pattern TEXT =
      Pattern.compile(
          "([1-9]\\d{0,5})|(?:([1-9]\\d{0,2}) x )?cores"
              + "|max\\(([1-9]\\d{0,5}), (?:([1-9]\\d{0,2}) x )?cores\\)|unbounded");

  /**
   * The size that a text says.
   *
   * @throws IllegalArgumentException when it says none
   */
  public static PoolSize parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "invalid threads '"
              + text
              + "': expected 64, cores, 10 x cores, max(64, cores) or unbounded");
    }
    if (matcher.group(1) != null) {
      return new PoolSize(Integer.parseInt(matcher.group(1)), 0, true);
    }
    if (matcher.group(3) != null) {
      return new PoolSize(Integer.parseInt(matcher.group(3)), perCore(matcher.group(4)), true);
    }
    return new PoolSize(0, perCore(matcher.group(2)), !text.equals("unbounded"));
  }

  private static int perCore(String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }

  /** The threads on a host with so many cores; empty when there is no limit. */
  public Optional<Integer> on(int cores) {
    return limited ? Optional.of(Math.max(fixed, perCore * cores)) : Optional.empty();
  }
}
