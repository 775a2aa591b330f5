package dev.tierbench.harness.hosts;

import java.security.SecureRandom;
import java.util.HexFormat;

/** What marks a process that was started on another host, so that it is found there. */
final class Token {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 6;

  private Token() {}

  static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
