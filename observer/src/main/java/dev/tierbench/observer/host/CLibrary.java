package dev.tierbench.observer.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;

/** The C library, for calls that Java has no equivalent of. */
public final class CLibrary {

  private static final String UNPACKED_INTO = "jna.tmpdir";

  private CLibrary() {}

  /**
   * Loads the library.
   *
   * @param functions declarations of the functions that are called
   * @throws IOException when JNA's own library cannot be loaded, such as from a temporary folder
   *     that allows no programs
   */
  public static <T extends Library> T load(Class<T> functions) throws IOException {
    if (System.getProperty(UNPACKED_INTO) == null) {
      System.setProperty(UNPACKED_INTO, System.getProperty("java.io.tmpdir"));
    }
    try {
      return Native.load("c", functions);
    } catch (LinkageError e) {
      throw new IOException("no native library can be loaded: " + e.getMessage(), e);
    }
  }
}
