package dev.tierbench.run.record;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes of memory as the options of a JVM have them: {@code 512m}, {@code 4g}. */
public final class Memory {

  private static final Pattern TYPED = Pattern.compile("([1-9]\\d{0,5})([kmgKMG])");
  private static final int KIBI_BITS = 10;

  private Memory() {}

  /**
   * The size in bytes.
   *
   * @throws IllegalArgumentException saying what is expected
   */
  public static long bytes(String text) {
    Matcher typed = TYPED.matcher(text);
    if (!typed.matches()) {
      throw new IllegalArgumentException(
          "invalid size '" + text + "': expected such as 1g or 512m");
    }
    int power = "kmg".indexOf(typed.group(2).toLowerCase(Locale.ROOT)) + 1;
    return Long.parseLong(typed.group(1)) << (KIBI_BITS * power);
  }
}
