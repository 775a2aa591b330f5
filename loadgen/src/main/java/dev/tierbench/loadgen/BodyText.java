package dev.tierbench.loadgen;

import java.util.Optional;

/**
 * The body that every response must have.
 *
 * @param length of the body, which then is the text again and again, cut there; empty for the text
 *     itself, after which a line break is free
 */
record BodyText(String text, Optional<Integer> length) {

  BodyText {
    if (length.filter(bytes -> bytes < 1).isPresent()) {
      throw new IllegalArgumentException("a body of " + length.get() + " bytes says nothing");
    }
    if (length.isPresent() && text.isEmpty()) {
      throw new IllegalArgumentException("an empty text has no length to repeat it to");
    }
  }
}
