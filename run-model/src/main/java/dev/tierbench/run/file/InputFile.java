package dev.tierbench.run.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the text of a file that a person wrote, within limits. */
public final class InputFile {

  private static final int MOST_BYTES = 1 << 20;

  private InputFile() {}

  /**
   * The text of a regular file of up to 1 MiB in UTF-8.
   *
   * @throws InvalidInput saying why the file cannot be read
   */
  public static String text(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new InvalidInput(file, "no such file");
    }
    if (!Files.isRegularFile(file)) { // to open a pipe would wait for who writes to it
      throw new InvalidInput(
          file,
          (Files.isDirectory(file) ? "is a folder" : "is no regular file") + ": expected a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new InvalidInput(file, "is larger than 1 MiB");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInput(file, "is not text in UTF-8");
    } catch (AccessDeniedException e) {
      throw new InvalidInput(file, "cannot be read: permission denied");
    }
  }
}
