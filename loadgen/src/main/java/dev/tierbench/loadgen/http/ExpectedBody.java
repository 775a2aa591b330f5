package dev.tierbench.loadgen.http;

import java.nio.charset.StandardCharsets;

/** Compares a body that arrives in parts with what it must be. */
public final class ExpectedBody implements ResponseReader.BodySink {

  private final BodyRule rule;
  private final boolean compares;
  private final byte[] text;
  private long length;
  private boolean same = true;

  /** Creates a comparison for one connection at a time. */
  public ExpectedBody(BodyRule rule) {
    this.rule = rule;
    compares = rule.text().isPresent();
    text = rule.text().orElse("").getBytes(StandardCharsets.UTF_8);
  }

  /** Makes it ready for the next body. */
  public void reset() {
    length = 0;
    same = true;
  }

  @Override
  public void accept(byte[] bytes, int from, int to) {
    if (compares) {
      compare(bytes, from, to);
    }
    length += to - from;
  }

  private void compare(byte[] bytes, int from, int to) {
    long place = length;
    for (int at = from; at < to; at++, place++) {
      boolean inside = rule.repeated() || place < text.length;
      same &=
          inside
              ? bytes[at] == text[(int) (place % text.length)]
              : bytes[at] == '\n' || bytes[at] == '\r';
    }
  }

  /**
   * Returns whether the bytes accepted since the last reset are a whole body that keeps the rule.
   */
  public boolean matches() {
    return same && length >= rule.least() && length <= rule.most();
  }

  /** Describes what is wrong with a body that does not match. */
  public String mismatch() {
    return compares
        ? "body is not the expected text"
        : "body of " + length + " bytes, not " + rule.least();
  }
}
