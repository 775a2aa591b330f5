package dev.tierbench.harness.secret;

import dev.tierbench.harness.preflight.UserFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of a user with which secrets are hashed (HMAC-SHA256). It is made at random once, stays
 * in the user's own folder and is never part of a run.
 */
final class FingerprintKey {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int HASH_BYTES = 8;

  /** What is hashed to name the key itself. */
  private static final String ITS_NAME = "tierbench key";

  private final SecretKeySpec key;

  private FingerprintKey(byte[] bytes) {
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** Key file, in the folder of the user's state. */
  static Path fileOf(Map<String, String> environment) {
    return UserFolder.STATE.in(environment).resolve("key");
  }

  /**
   * Reads the key, and makes it when there is none.
   *
   * @throws IOException when it can be neither read nor made, or others can read it
   */
  static FingerprintKey in(Path file) throws IOException {
    if (!Files.exists(file)) {
      make(file);
    }
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(SecretFile.read(file).strip());
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is no key: delete it, and a new one is made", e);
    }
    return new FingerprintKey(bytes);
  }

  private static void make(Path file) throws IOException {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    Files.createDirectories(file.getParent());
    Path part =
        Files.createTempFile(
            file.getParent(),
            "key",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(part, HexFormat.of().formatHex(bytes) + "\n");
      // Unlike a move, a link leaves the key of another sweep alone that was faster.
      Files.createLink(file, part);
    } catch (FileAlreadyExistsException e) {
      // That one is read.
    } finally {
      Files.deleteIfExists(part);
    }
  }

  String id() {
    return hash(ITS_NAME);
  }

  String hash(String value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] hash = mac.doFinal(value.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
