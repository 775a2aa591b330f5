package dev.tierbench.loadgen.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the body of every response must be.
 *
 * @param text what it holds; empty where any text will do
 * @param repeated whether the text repeats up to the end of the body; else only a line break may
 *     follow it
 * @param least the shortest length in bytes
 * @param most the longest length in bytes
 */
public record BodyRule(Optional<String> text, boolean repeated, long least, long most) {

  /** Rule that every body keeps. */
  public static final BodyRule ANY = new BodyRule(Optional.empty(), false, 0, Long.MAX_VALUE);

  private static final int LINE_BREAK = 2;

  /** Returns the rule that the body is the text, with or without a final line break. */
  public static BodyRule text(String text) {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    return new BodyRule(Optional.of(text), false, length, length + LINE_BREAK);
  }

  /** Returns the rule that the body repeats the text and is cut at the length in bytes. */
  public static BodyRule repeated(String text, int length) {
    if (length < 1) {
      throw new IllegalArgumentException(
          "--expect-length must be 1 or more with --expect-body, not " + length);
    }
    if (text.isEmpty()) {
      throw new IllegalArgumentException("--expect-body must not be empty with --expect-length");
    }
    return new BodyRule(Optional.of(text), true, length, length);
  }

  /** Returns the rule that the body has that length in bytes, whatever it holds. */
  public static BodyRule length(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("--expect-length must be 0 or more, not " + length);
    }
    return new BodyRule(Optional.empty(), false, length, length);
  }
}
