package dev.tierbench.harness.preflight;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Tells whether a file is the same. */
public final class Sha256 {

  private Sha256() {}

  /** The sum of the content of a file, in hexadecimal digits. */
  public static String of(Path file) throws IOException {
    return of(Files.readAllBytes(file));
  }

  /** The sum of a text in UTF-8, in hexadecimal digits. */
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String of(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
