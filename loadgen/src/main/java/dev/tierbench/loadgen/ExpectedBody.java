package dev.tierbench.loadgen;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Compares a body that arrives in parts with the expected text; a final line break is free. */
final class ExpectedBody implements ResponseReader.BodySink {

  private final byte[] expected;
  private long length;
  private boolean same = true;

  ExpectedBody(Optional<String> text) {
    expected = text.map(body -> body.getBytes(StandardCharsets.UTF_8)).orElse(null);
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
      boolean inside = length < expected.length;
      same &= inside ? bytes[at] == expected[(int) length] : bytes[at] == '\n' || bytes[at] == '\r';
    }
  }

  boolean matches() {
    return expected == null
        || (same && length >= expected.length && length <= expected.length + 2L);
  }
}
