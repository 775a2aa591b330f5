package dev.tierbench.harness.ab;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Names of folders from what decides their content. */
final class Hash {

  private static final int DIGITS = 12;

  private Hash() {}

  /** Every JDK has this algorithm. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first digits of a digest. */
  static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest).substring(0, DIGITS);
  }

  /** The first digits of the SHA-256 of texts, in their order. */
  static String of(List<String> parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      digest.update(part.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    return hex(digest.digest());
  }
}
