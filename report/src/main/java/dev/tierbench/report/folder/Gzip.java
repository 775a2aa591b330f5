package dev.tierbench.report.folder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Text that the page unpacks only when it is looked at. */
public final class Gzip {
  private Gzip() {}

  /** The compressed bytes of a text. */
  public static byte[] of(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot compress in memory", e);
    }
    return bytes.toByteArray();
  }
}
