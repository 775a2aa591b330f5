package dev.tierbench.loadgen;

import java.nio.charset.StandardCharsets;

/** Compares a body that arrives in parts with what it must be. */
final class ExpectedBody implements ResponseReader.BodySink {

  private final BodyRule rule;
  private final boolean compares;
  private final byte[] text;
  private long length;
  private boolean same = true;

  ExpectedBody(BodyRule rule) {
    this.rule = rule;
    compares = rule.text().isPresent();
    text = rule.text().orElse("").getBytes(StandardCharsets.UTF_8);
  }

  void reset() {
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

  boolean matches() {
    return same && length >= rule.least() && length <= rule.most();
  }

  /** What is wrong with a body that does not match. */
  String mismatch() {
    return compares
        ? "body is not the expected text"
        : "body of " + length + " bytes, not " + rule.least();
  }
}
