package dev.tierbench.report.folder;

import dev.tierbench.run.file.RunJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** JSON that the page unpacks only when it is looked at. */
public final class PackedJson {
  private PackedJson() {}

  /** The JSON of a value, gzipped, in Base64. */
  public static String of(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(RunJson.toJsonLine(value).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot compress in memory", e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
