package dev.tierbench.harness.http.plan;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Concurrency levels as typed: {@code 200..2600:400}, {@code 5,20}, or a mix of both. */
public final class Levels {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})\\.\\.(\\d{1,6}):(\\d{1,6})");
  private static final Pattern ONE = Pattern.compile("\\d{1,6}");

  private Levels() {}

  /**
   * The levels, rising, each once.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  public static List<Integer> parse(String text) {
    TreeSet<Integer> levels = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (range.matches()) {
        addRange(levels, range);
      } else if (ONE.matcher(part.strip()).matches()) {
        levels.add(Integer.parseInt(part.strip()));
      } else {
        throw wrong(text, "expected something like 200..2600:400 or 5,20");
      }
    }
    if (levels.getFirst() == 0) {
      throw wrong(text, "a level must be positive");
    }
    return List.copyOf(levels);
  }

  private static void addRange(Set<Integer> levels, Matcher range) {
    int first = Integer.parseInt(range.group(1));
    int last = Integer.parseInt(range.group(2));
    int by = Integer.parseInt(range.group(3));
    if (by == 0 || last < first) {
      throw wrong(range.group(), "a range rises by at least 1");
    }
    for (int level = first; level <= last; level += by) {
      levels.add(level);
    }
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException("invalid levels '" + text + "': " + why);
  }
}
