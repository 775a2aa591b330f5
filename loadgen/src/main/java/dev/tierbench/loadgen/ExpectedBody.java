package dev.tierbench.loadgen;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Compares a body that arrives in parts with what it must be. */
final class ExpectedBody implements ResponseReader.BodySink {

  private static final int LINE_BREAK = 2;

  private final byte[] expected;
  private final Optional<Integer> repeatedTo;
  private long length;
  private boolean same = true;

  ExpectedBody(Optional<BodyText> body) {
    expected = body.map(of -> of.text().getBytes(StandardCharsets.UTF_8)).orElse(null);
    repeatedTo = body.flatMap(BodyText::length);
  }

  void reset() {
    length = 0;
    same = true;
  }

  @Override
  public void accept(byte[] bytes, int from, int to) {
    if (expected == null) {
      return;
    }
    for (int at = from; at < to; at++, length++) {
      boolean inside = repeatedTo.isPresent() || length < expected.length;
      same &=
          inside
              ? bytes[at] == expected[(int) (length % expected.length)]
              : bytes[at] == '\n' || bytes[at] == '\r';
    }
  }

  boolean matches() {
    if (expected == null) {
      return true;
    }
    boolean whole =
        repeatedTo.isPresent()
            ? length == repeatedTo.get()
            : length >= expected.length && length <= expected.length + LINE_BREAK;
    return same && whole;
  }
}
