package dev.tierbench.loadgen.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of this generator among those that drive one load together.
 *
 * @param place from 1
 */
public record Share(int place, int generators) {

  /** Share of a generator that drives its load alone. */
  public static final Share WHOLE = new Share(1, 1);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

  /** Refuses a place outside 1 to {@code generators}. */
  public Share {
    if (place < 1 || place > generators) {
      throw new IllegalArgumentException(
          "invalid --share '%d/%d': expected the place of this generator and their number, such as"
                  .formatted(place, generators)
              + " 2/3");
    }
  }

  /**
   * Parses {@code 2/3}.
   *
   * @throws IllegalArgumentException when the text is something else
   */
  public static Share parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "invalid --share '"
              + text
              + "': expected the place of this generator and their number, such as 2/3");
    }
    return new Share(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /**
   * Returns how far the constant arrivals of this generator lie behind those of the first, as a
   * fraction of their interval.
   */
  public double offset() {
    return (double) (place - 1) / generators;
  }
}
