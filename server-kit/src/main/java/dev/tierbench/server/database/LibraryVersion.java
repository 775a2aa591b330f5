package dev.tierbench.server.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Reads the version of a library, which its build wrote into its jar. */
public final class LibraryVersion {
  private LibraryVersion() {}

  /**
   * The version as Maven wrote it.
   *
   * @param of a class of the library
   * @param coordinates group and artifact, separated by a slash
   */
  public static String of(Class<?> of, String coordinates) {
    Properties properties = new Properties();
    try (InputStream file =
        of.getResourceAsStream("/META-INF/maven/" + coordinates + "/pom.properties")) {
      if (file != null) {
        properties.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "of unknown version");
  }
}
