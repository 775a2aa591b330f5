package dev.tierbench.harness.preflight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder of a JDK that a server is to run on. */
public final class JdkHome {

  /** What the jars of all tiers are built for. */
  public static final int OLDEST = 21;

  /** The version in the file {@code release}, which every JDK since 9 has. */
  private static final Pattern VERSION =
      Pattern.compile("^JAVA_VERSION=\"(\\d[^\"]*)\"", Pattern.MULTILINE);

  private JdkHome() {}

  /**
   * The folder, absolute.
   *
   * @throws IllegalArgumentException when it is not a JDK, or is too old for the servers
   */
  public static Path of(String typed) {
    Path home = Path.of(typed).toAbsolutePath().normalize();
    if (!Files.isExecutable(home.resolve("bin/java"))) {
      throw new IllegalArgumentException(
          "invalid JDK '" + typed + "': expected a folder with bin/java");
    }
    Path release = home.resolve("release");
    try {
      Matcher version = VERSION.matcher(Files.exists(release) ? Files.readString(release) : "");
      if (version.find() && !isNewEnough(version.group(1))) {
        throw new IllegalArgumentException(
            "'"
                + typed
                + "' is JDK "
                + version.group(1)
                + "; what is measured needs "
                + OLDEST
                + " or later");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(release + " cannot be read: " + e.getMessage(), e);
    }
    return home;
  }

  /** Whether what is measured runs on a JDK of that version, such as {@code 21.0.5+11}. */
  public static boolean isNewEnough(String version) {
    return Integer.parseInt(version.split("[^0-9]", 2)[0]) >= OLDEST;
  }
}
