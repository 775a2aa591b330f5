package dev.tierbench.loadgen;

/** What the body of every response must be. */
sealed interface BodyRule {

  /** The text, after which a line break is free. */
  record Text(String text) implements BodyRule {}

  /** The text again and again, cut at the length in bytes. */
  record Repeated(String text, int length) implements BodyRule {
    public Repeated {
      if (length < 1) {
        throw new IllegalArgumentException("a body of " + length + " bytes says nothing");
      }
      if (text.isEmpty()) {
        throw new IllegalArgumentException("an empty text has no length to repeat it to");
      }
    }
  }

  /** Any body of that length in bytes. */
  record Length(int length) implements BodyRule {
    public Length {
      if (length < 0) {
        throw new IllegalArgumentException("a body has no length of " + length + " bytes");
      }
    }
  }
}
