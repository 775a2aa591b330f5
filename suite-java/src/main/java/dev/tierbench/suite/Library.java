package dev.tierbench.suite;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A library under test, known by one of its classes. */
public record Library(String name, Class<?> type) {

  private static final Pattern JAR = Pattern.compile("-(\\d[^/]*)\\.jar$");

  /** The version in the file name of its jar; {@code unknown} where it has none. */
  public String version() {
    Matcher jar = JAR.matcher(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    return jar.find() ? jar.group(1) : "unknown";
  }
}
