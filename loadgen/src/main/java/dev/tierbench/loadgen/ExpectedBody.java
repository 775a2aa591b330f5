package dev.tierbench.loadgen;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Compares a body that arrives in parts with what it must be. */
final class ExpectedBody implements ResponseReader.BodySink {

  private static final int LINE_BREAK = 2;

  private final Expected expected;
  private long length;
  private boolean same = true;

  /**
   * The rule, taken apart for the comparison.
   *
   * @param text to compare with; null where any will do
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Expected(byte[] text, boolean repeated, long least, long most) {

    static Expected of(BodyRule rule) {
      return switch (rule) {
        case BodyRule.Text exact -> {
          byte[] text = exact.text().getBytes(StandardCharsets.UTF_8);
          yield new Expected(text, false, text.length, text.length + LINE_BREAK);
        }
        case BodyRule.Repeated part ->
            new Expected(
                part.text().getBytes(StandardCharsets.UTF_8), true, part.length(), part.length());
        case BodyRule.Length any -> new Expected(null, false, any.length(), any.length());
      };
    }
  }

  ExpectedBody(Optional<BodyRule> rule) {
    expected = rule.map(Expected::of).orElseGet(() -> new Expected(null, false, 0, Long.MAX_VALUE));
  }

  void reset() {
    length = 0;
    same = true;
  }

  @Override
  public void accept(byte[] bytes, int from, int to) {
    if (expected.text != null) {
      compare(expected.text, bytes, from, to);
    }
    length += to - from;
  }

  private void compare(byte[] text, byte[] bytes, int from, int to) {
    long place = length;
    for (int at = from; at < to; at++, place++) {
      boolean inside = expected.repeated || place < text.length;
      same &=
          inside
              ? bytes[at] == text[(int) (place % text.length)]
              : bytes[at] == '\n' || bytes[at] == '\r';
    }
  }

  boolean matches() {
    return same && length >= expected.least && length <= expected.most;
  }

  /** What is wrong with a body that does not match. */
  String mismatch() {
    return expected.text == null
        ? "body of " + length + " bytes, not " + expected.least
        : "body is not the expected text";
  }
}
