package dev.tierbench.run.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files in UTF-8 that were built into a program. */
public final class Resources {
  private Resources() {}

  /**
   * The text of one.
   *
   * @param name beside that class, or from the root with a slash in front
   * @throws IllegalStateException when the program was built without it
   */
  public static String text(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program was built without " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
