package dev.tierbench.loadgen.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The bytes of a file that each request carries.
 *
 * @param contentType what the name of the file says about its content
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RequestBody(byte[] bytes, String contentType) {

  private static final int MAX_BYTES = 256 * 1024 * 1024;

  /**
   * Reads the whole file, of 256 MiB at most.
   *
   * @throws IllegalArgumentException naming the file that cannot be a body, and why
   */
  public static RequestBody read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IllegalArgumentException(
            "--body-file " + file + " is larger than " + MAX_BYTES / 1024 / 1024 + " MiB");
      }
      boolean json = file.getFileName().toString().endsWith(".json");
      return new RequestBody(bytes, json ? "application/json" : "application/octet-stream");
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("--body-file " + file + " does not exist", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot read --body-file " + file + ": " + e.getMessage(), e);
    }
  }
}
