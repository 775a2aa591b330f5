package dev.tierbench.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** A library under test, known by one of its classes. */
public record Library(String name, Class<?> type) {

  /**
   * The version of its jar: of the manifest, or else of the file name; {@code unknown} of a folder.
   */
  public String version() {
    if (type.getModule().isNamed()) {
      return Runtime.version().toString();
    }
    try {
      Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(jar) ? ofJar(jar) : "unknown";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String ofJar(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Attributes main =
          Optional.ofNullable(file.getManifest())
              .map(Manifest::getMainAttributes)
              .orElseGet(Attributes::new);
      return Optional.ofNullable(main.getValue(Attributes.Name.IMPLEMENTATION_VERSION))
          .or(() -> Optional.ofNullable(main.getValue("Bundle-Version")))
          .orElseGet(() -> ofFileName(jar.getFileName().toString()));
    }
  }

  private static String ofFileName(String name) {
    return name.replaceFirst("^.*?-(\\d.*)\\.jar$", "$1");
  }
}
