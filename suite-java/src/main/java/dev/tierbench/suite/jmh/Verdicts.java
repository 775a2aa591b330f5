package dev.tierbench.suite.jmh;

/** Compares every checksum with the expected one. Written by the benchmark's thread alone. */
final class Verdicts {

  private final long expected;
  private long last;
  private long wrong;

  Verdicts(long expected) {
    this.expected = expected;
  }

  void add(long checksum) {
    last = checksum;
    if (checksum != expected) {
      wrong++;
    }
  }

  /** Passes with another checksum so far. */
  long wrong() {
    return wrong;
  }

  /** The checksum of the last pass. */
  long last() {
    return last;
  }

  long expected() {
    return expected;
  }
}
