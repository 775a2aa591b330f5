package dev.tierbench.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many items can be under way at once, written as 64, cores, 10 x cores, max(64, cores) or
 * unbounded.
 *
 * @param fixed threads at the least
 * @param perCore threads for each core
 * @param limited false when there is no limit
 */
public record PoolSize(int fixed, int perCore, boolean limited) {

  private static final Pattern TEXT =
      Pattern.compile(
          "([1-9]\\d{0,5})|(?:([1-9]\\d{0,2}) x )?cores|max\\(([1-9]\\d{0,5}), cores\\)|unbounded");

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
      return new PoolSize(Integer.parseInt(matcher.group(3)), 1, true);
    }
    int perCore = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
    return new PoolSize(0, perCore, !text.equals("unbounded"));
  }

  /** The threads on a host with so many cores; empty when there is no limit. */
  public Optional<Integer> on(int cores) {
    return limited ? Optional.of(Math.max(fixed, perCore * cores)) : Optional.empty();
  }
}
