package dev.tierbench.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many items can be under way at once, written as 64, cores, 10 x cores, max(64, cores),
 * min(64, max(8, 3 x cores)) or unbounded.
 *
 * @param fixed threads at the least
 * @param perCore threads for each core
 * @param most threads at the most; empty when there is no limit
 */
public record PoolSize(int fixed, int perCore, Optional<Integer> most) {

  private static final Pattern AT_MOST = Pattern.compile("min\\(([1-9]\\d{0,5}), (max\\(.*\\))\\)");

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
    Matcher capped = AT_MOST.matcher(text);
    boolean isCapped = capped.matches();
    Matcher matcher = TEXT.matcher(isCapped ? capped.group(2) : text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "invalid threads '"
              + text
              + "': expected 64, cores, 10 x cores, max(64, cores), min(64, max(8, cores)) or"
              + " unbounded");
    }
    if (text.equals("unbounded")) {
      return new PoolSize(0, 0, Optional.empty());
    }
    Optional<Integer> most =
        Optional.of(isCapped ? Integer.parseInt(capped.group(1)) : Integer.MAX_VALUE);
    if (matcher.group(1) != null) {
      return new PoolSize(Integer.parseInt(matcher.group(1)), 0, most);
    }
    if (matcher.group(3) != null) {
      return new PoolSize(Integer.parseInt(matcher.group(3)), perCore(matcher.group(4)), most);
    }
    return new PoolSize(0, perCore(matcher.group(2)), most);
  }

  private static int perCore(String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }

  /** The threads on a host with so many cores; empty when there is no limit. */
  public Optional<Integer> on(int cores) {
    return most.map(limit -> Math.min(limit, Math.max(fixed, perCore * cores)));
  }
}
