package dev.tierbench.observer.host.child;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for programs where a shell would, and in the places that a plain user's PATH leaves out.
 */
public final class Tools {

  private Tools() {}

  /** The program's file, if it is installed. */
  public static Optional<Path> find(String name) {
    if (name.contains("/")) {
      return Optional.of(Path.of(name)).filter(Files::isExecutable);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Arrays.stream(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin", "/sbin"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
